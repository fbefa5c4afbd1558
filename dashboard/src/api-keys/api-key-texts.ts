import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ApiKeyTexts } from './api-key-en.ts';

const apiKeyTexts = areaTexts<ApiKeyTexts>({
  en: () => import('./api-key-en.ts').then(({ apiKeyEn }) => apiKeyEn),
  de: () => import('./api-key-de.ts').then(({ apiKeyDe }) => apiKeyDe),
});

/** The texts about API keys; suspends while they load. */
export function useApiKeyTexts(): ApiKeyTexts {
  return useAreaTexts(apiKeyTexts);
}
