const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);

function isDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text);
}

/** All issues of a list of custom domains, as field path → messages. */
export function checkDomains(domains: readonly string[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [index, domain] of domains.entries()) {
    if (!isDomain(domain)) errors[`domains[${index}]`] = ['must be a domain name such as shop.example.com'];
    else if (domains.indexOf(domain) < index) errors[`domains[${index}]`] = ['is already listed'];
  }
  return errors;
}
