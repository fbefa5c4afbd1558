const NAMES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_referrer',
] as const;

/** The campaign that led to the shop, in the API's form. */
export type Campaign = Partial<Record<(typeof NAMES)[number], string>>;

const STORAGE_KEY = 'latchkey.campaign';

/** The campaign in an address. */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search);
  const fields: Campaign = {};
  for (const name of NAMES) {
    const value = query.get(name);
    if (value !== null && value !== '') fields[name] = value;
  }
  return fields;
}

/** The campaign of this visit: that of the address with which it began, even after a reload in this tab. */
const current = arrivalCampaign();

/** The campaign that led to this visit. */
export function campaign(): Campaign {
  return current;
}

function arrivalCampaign(): Campaign {
  if (typeof window === 'undefined') return {};
  const { search } = window.location;
  const arrived = campaignOf(search);
  try {
    if (Object.keys(arrived).length === 0)
      return campaignOf(window.sessionStorage.getItem(STORAGE_KEY) ?? '');
    window.sessionStorage.setItem(STORAGE_KEY, new URLSearchParams(arrived).toString());
  } catch {
    // The browser blocks storage: the campaign lasts as long as the page.
  }
  return arrived;
}
