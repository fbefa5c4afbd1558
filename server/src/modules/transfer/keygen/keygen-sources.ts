import type { ImportSource } from '../run-import.ts';
import { RECORDS_PER_BATCH, type SourceRecord } from '../source-records.ts';
import type { KeygenMapping } from './keygen-mapping.ts';
import { metadataProperties } from './metadata.ts';
import { type KeygenResource, numberOf, readPages, relatedId, textOf } from './read-pages.ts';

type Notes = Parameters<ImportSource['batches']>[0];

/** Attributes that are imported, or whose information Latchkey stores in another way. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  users: ['fullName', 'firstName', 'lastName', 'email', 'metadata', 'created', 'updated', 'status'],
  licenses: ['key', 'expiry', 'maxMachines', 'metadata', 'created', 'updated', 'status', 'suspended'],
  machines: ['fingerprint', 'name', 'hostname', 'created', 'updated', 'lastHeartbeat'],
};

/** Licenses in these states must not be used; after an import, they could be. */
const UNUSABLE: ReadonlySet<string> = new Set(['SUSPENDED', 'BANNED']);

/**
 * The content of pages of Keygen's API saved in a folder: users become customers, licenses with their machines become
 * licenses with activations. The ids of users and licenses become external ids, those of machines stay the ids of
 * activations. Machines, policies and the like are read first and stay in memory.
 */
export function keygenSources(folder: string, mapping: KeygenMapping): ImportSource[] {
  return [
    { kind: 'customers', batches: (notes) => batchesOf(customers(folder, mapping, notes)) },
    { kind: 'licenses', batches: (notes) => batchesOf(licenses(folder, mapping, notes)) },
  ];
}

async function* batchesOf(records: AsyncIterable<SourceRecord>): AsyncGenerator<readonly SourceRecord[]> {
  let batch: SourceRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < RECORDS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* customers(
  folder: string,
  mapping: KeygenMapping,
  notes: Notes,
): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const user of readPages(folder)) {
    if (user.type !== 'users') continue;
    line += 1;
    noteAttributes(user, notes);
    const names = [textOf(user, 'firstName'), textOf(user, 'lastName')].filter((name) => name !== undefined);
    const name = textOf(user, 'fullName') ?? (names.length > 0 ? names.join(' ') : undefined);
    yield {
      line,
      label: `users/${user.id}`,
      value: {
        id: user.id,
        externalId: user.id,
        email: textOf(user, 'email') ?? '',
        ...(name !== undefined && { name }),
        ...momentOf(user, 'created', 'createdAt'),
        ...metadataProperties(user, mapping, (field, value) => notes.unmapped(field, value)),
      },
    };
  }
}

/** The data to read before the first license. */
interface Surroundings {
  /** Activations by the id of their license. */
  readonly machines: ReadonlyMap<string, readonly object[]>;
  /** `maxMachines` by the id of the policy; null is no limit. */
  readonly seats: ReadonlyMap<string, number | null>;
}

async function* licenses(folder: string, mapping: KeygenMapping, notes: Notes): AsyncGenerator<SourceRecord> {
  const around = await readSurroundings(folder, notes);
  let line = 0;
  for await (const license of readPages(folder)) {
    if (license.type !== 'licenses') continue;
    const label = `licenses/${license.id}`;
    const reason = refusalOf(license, mapping, around);
    if (reason !== undefined) {
      notes.refused(reason, label);
      continue;
    }
    line += 1;
    noteAttributes(license, notes);
    yield { line, label, value: licenseLine(license, mapping, around, notes) };
  }
}

async function readSurroundings(folder: string, notes: Notes): Promise<Surroundings> {
  const machines = new Map<string, object[]>();
  const seats = new Map<string, number | null>();
  for await (const resource of readPages(folder)) {
    const { id, type } = resource;
    const maxMachines = limitOf(resource);
    if (type === 'policies' && maxMachines !== undefined) seats.set(id, maxMachines);
    if (type === 'machines') {
      noteAttributes(resource, notes);
      const licenseId = relatedId(resource, 'license') ?? '';
      machines.set(licenseId, [...(machines.get(licenseId) ?? []), activationOf(resource)]);
    } else if (!['users', 'licenses', 'policies', 'products'].includes(type)) notes.unmapped(type, id);
  }
  return { machines, seats };
}

function activationOf(machine: KeygenResource): object {
  const fingerprint = textOf(machine, 'fingerprint') ?? '';
  return {
    id: machine.id,
    deviceName: textOf(machine, 'name') ?? textOf(machine, 'hostname') ?? fingerprint,
    deviceSignature: fingerprint,
    activationMethod: 'Online',
    ...(momentOf(machine, 'lastHeartbeat', 'lastValidation') ??
      momentOf(machine, 'created', 'lastValidation')),
  };
}

/** `maxMachines`, null without a limit, `undefined` if it is absent. */
function limitOf(resource: KeygenResource): number | null | undefined {
  return resource.attributes?.['maxMachines'] === null ? null : numberOf(resource, 'maxMachines');
}

/** The limit of the license or, if it has none itself, of its policy. */
function seatsOf(license: KeygenResource, { seats }: Surroundings): number | null | undefined {
  const own = limitOf(license);
  const ofPolicy = seats.get(relatedId(license, 'policy') ?? '');
  return own ?? (ofPolicy === undefined ? own : ofPolicy);
}

function refusalOf(
  license: KeygenResource,
  mapping: KeygenMapping,
  around: Surroundings,
): string | undefined {
  const status = textOf(license, 'status') ?? '';
  if (UNUSABLE.has(status) || license.attributes?.['suspended'] === true)
    return 'the license is suspended or banned in Keygen';
  if (relatedId(license, 'owner', 'user') === undefined) return 'the license has no user in Keygen';
  const policy = relatedId(license, 'policy') ?? 'none';
  if (productOf(license, mapping) !== undefined)
    return seatsOf(license, around) === null && mapping.unlimitedMachines === undefined
      ? 'the license has no limit of machines in Keygen: add unlimitedMachines, the number of activations, to the mapping'
      : undefined;
  return `the mapping has no product for the policy ${policy} or the product ${relatedId(license, 'product') ?? 'none'}`;
}

function productOf(
  license: KeygenResource,
  { policies = {}, products = {} }: KeygenMapping,
): string | undefined {
  return policies[relatedId(license, 'policy') ?? ''] ?? products[relatedId(license, 'product') ?? ''];
}

function licenseLine(
  license: KeygenResource,
  mapping: KeygenMapping,
  around: Surroundings,
  notes: Notes,
): object {
  const activations = around.machines.get(license.id) ?? [];
  const seats = seatsOf(license, around);
  const maxMachines = seats === null ? mapping.unlimitedMachines : seats;
  const keyCode = textOf(license, 'key');
  return {
    externalId: license.id,
    ownerExternalId: relatedId(license, 'owner', 'user'),
    productId: productOf(license, mapping),
    ...(keyCode !== undefined && { keyCode }),
    ...(maxMachines !== undefined && { maxNumberOfActivations: maxMachines }),
    ...momentOf(license, 'expiry', 'expiresAt'),
    ...momentOf(license, 'created', 'createdAt'),
    ...(activations.length > 0 && { activations }),
    ...metadataProperties(license, mapping, (field, value) => notes.unmapped(field, value)),
  };
}

function momentOf(resource: KeygenResource, name: string, field: string): object | undefined {
  const moment = textOf(resource, name);
  return moment === undefined ? undefined : { [field]: moment };
}

/** Notes the data of a resource that cannot be imported; empty data needs no note. */
function noteAttributes({ type, attributes = {} }: KeygenResource, notes: Notes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const isEmpty =
      value === null || value === false || JSON.stringify(value) === '{}' || JSON.stringify(value) === '[]';
    if (!isEmpty && PLACES[type]?.includes(name) !== true)
      notes.unmapped(`${type}.${name}`, typeof value === 'string' ? value : JSON.stringify(value));
  }
}
