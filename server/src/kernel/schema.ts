/** JSON Schemas with their TypeScript types. */
export { Type, type Static, type TObject, type TSchema } from 'typebox';
