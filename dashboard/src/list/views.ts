/** A name for the filters of a list, as its address has them, such as `?status=Active`. */
export interface View {
  readonly name: string;
  readonly search: string;
}

/** The views that a browser has kept; none of what it cannot read. */
export function viewsIn(text: string | undefined): readonly View[] {
  try {
    const values: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(values) ? values.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false;
  return typeof value.name === 'string' && typeof value.search === 'string';
}

/** The views with another one at the end, which takes the place of one with its name. */
export function withView(views: readonly View[], view: View): readonly View[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}
