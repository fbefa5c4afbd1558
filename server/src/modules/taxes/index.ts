export {
  assessBuyer,
  type BuyerTaxes,
  type StatedBuyer,
  TAX_ID_IGNORED,
  type TaxIdCheck,
  type TaxIssues,
  type TaxNotice,
} from './assess-buyer.ts';
export type { TaxBasis } from './domain/decide-taxes.ts';
export type { EvidenceOfCountry, TaxEvidence } from './domain/evidence.ts';
export { checkVies } from './tax-ids/check-vies.ts';
export { proveBusiness } from './proven-tax-id.ts';
export { isInTaxTerritory, isSameCountry, taxCountryOf } from './domain/regions.ts';
export { countryName, taxIdIssues } from './tax-ids/read-tax-id.ts';
export { EU_COUNTRIES } from './domain/standard-rates.ts';
export type { TaxPlace } from './domain/tax-place.ts';
export { taxCountryUnclear } from './problems.ts';
export { taxSettingErrors } from './setting-errors.ts';
export { collectsItself, loadTaxBasis, peekTaxBasis, taxesAt } from './load-tax-basis.ts';
export { standardRatesInForce } from './standard-rates-in-force.ts';
export {
  createTaxRate,
  deleteTaxRate,
  findTaxRate,
  listTaxRates,
  type TaxRateChanges,
  updateTaxRate,
} from './tax-rates.ts';
export type { TaxRateRow } from './tables.ts';
export { estimateTax, type TaxEstimate } from './domain/estimate-tax.ts';
