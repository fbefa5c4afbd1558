/** The parts of a product's id; without a dot, `parentId` is absent. */
interface PartsOfId {
  /** The product that a sub-product belongs to: `suite` of `suite.pack`. */
  readonly parentId: string | undefined;
  /** What follows it: `pack`. Of a product that is no sub-product, its whole id. */
  readonly ownPart: string;
}

/** The parent and the own part in the id of a product (policies section 3). */
export function partsOfId(id: string): PartsOfId {
  const dot = id.indexOf('.');
  return dot === -1
    ? { parentId: undefined, ownPart: id }
    : { parentId: id.slice(0, dot), ownPart: id.slice(dot + 1) };
}
