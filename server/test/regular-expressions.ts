import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Argument, type Expression, parseSync, type Program, Visitor } from 'oxc-parser';

/** A regular expression of the product. */
export interface RegularExpression {
  readonly file: string;
  readonly line: number;
  /** Undefined if it is put together from more than constants. */
  readonly source: string | undefined;
  readonly flags: string;
}

/** Finds the regular expressions of files below a folder: literals, calls of `RegExp`, and the `pattern` of schemas. */
export function regularExpressionsOf(root: string, files: readonly string[]): RegularExpression[] {
  const programs = files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { program } = parseSync(file, text);
    return { file, text, program, constants: constantsOf(program) };
  });
  const exported = new Map(programs.flatMap(({ constants }) => [...constants]));
  return programs.flatMap(({ file, text, program, constants }) => {
    const valueOf = (name: string) => constants.get(name) ?? exported.get(name);
    return expressionsIn(program, valueOf).map(({ start, ...expression }) => ({
      file,
      line: text.slice(0, start).split('\n').length,
      ...expression,
    }));
  });
}

/** The value of a constant, by its name. */
type ValueOf = (name: string) => Expression | undefined;

/** The values of the constants of a file by name. */
function constantsOf(program: Program): ReadonlyMap<string, Expression> {
  const constants = new Map<string, Expression>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) constants.set(id.name, init);
    },
  }).visit(program);
  return constants;
}

function expressionsIn(program: Program, valueOf: ValueOf) {
  const expressions: { start: number; source: string | undefined; flags: string }[] = [];
  const addCall = (start: number, callee: Expression, [source, flags]: readonly Argument[]): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    expressions.push({ start, source: textOf(source, valueOf), flags: textOf(flags, valueOf) ?? '' });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        expressions.push({ start: node.start, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => addCall(node.start, node.callee, node.arguments),
    CallExpression: (node) => addCall(node.start, node.callee, node.arguments),
    ObjectExpression({ properties }) {
      for (const property of properties) {
        if (property.type !== 'Property' || property.shorthand || property.value.type === 'NewExpression')
          continue;
        if (property.key.type !== 'Identifier' || property.key.name !== 'pattern') continue;
        // Ajv compiles the patterns of schemas with this flag.
        expressions.push({ start: property.start, source: textOf(property.value, valueOf), flags: 'u' });
      }
    },
  }).visit(program);
  return expressions;
}

/** The text of an expression that consists of constants. */
function textOf(node: Argument | undefined, valueOf: ValueOf): string | undefined {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? String(node.value)
        : undefined;
    case 'Identifier': {
      const value = valueOf(node.name);
      return value === undefined ? undefined : textOf(value, valueOf);
    }
    case 'TemplateLiteral': {
      const texts = node.expressions.map((part) => textOf(part, valueOf));
      if (texts.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => (value.cooked ?? '') + (texts[index] ?? '')).join('');
    }
    case 'TaggedTemplateExpression':
      return node.quasi.expressions.length === 0 ? node.quasi.quasis[0]?.value.raw : undefined;
    default:
      return undefined;
  }
}
