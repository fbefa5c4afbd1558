import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Texts of the pages of products and bundles, in Markdown. */
export const itemPages: SchemaStep = {
  name: '0045-item-pages',
  statements: [
    `alter table products add column long_description TEXT`,
    `alter table products add column system_requirements TEXT`,
    `alter table bundles add column long_description TEXT`,
    `alter table bundles add column system_requirements TEXT`,
  ],
};
