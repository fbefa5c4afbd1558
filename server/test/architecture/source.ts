import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';

import {
  type BindingIdentifier,
  type CallExpression,
  type EcmaScriptModule,
  type Expression,
  type MemberExpression,
  type ParamPattern,
  parseSync,
  type TSInterfaceDeclaration,
  Visitor,
} from 'oxc-parser';

/** One import, re-export or dynamic import of a file. */
export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The imported file: a path from the root of the repository when relative, otherwise the specifier. */
  readonly target: string;
  /** Imported names; `*` for the whole module. */
  readonly names: readonly string[];
  /** Whether the file hands on what it names: `export … from`. */
  readonly isHandedOn: boolean;
  readonly line: number;
}

/** A thing the code does that a rule may object to, written like the code: `Date.now`, `new Date()`, `fetch()`. */
export interface Use {
  readonly text: string;
  readonly line: number;
}

/** The parts of a file that the rules use; paths are relative to the root of the repository, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Member accesses, by dot or by a string in brackets: `object.property`, `.property` of anything but a name. */
  readonly members: readonly Use[];
  /** Calls of a plain name: `fetch()`. */
  readonly calls: readonly Use[];
  /** `new Name()` without arguments. */
  readonly bareNews: readonly Use[];
  /** Options given to a call, with the last name of what is called: `test({skip})`. */
  readonly options: readonly Use[];
  /** Names that the file gives to variables, parameters, functions and types; not those of fields. */
  readonly declaredNames: readonly Use[];
  /** Texts of strings and templates. */
  readonly strings: readonly Use[];
  /** Tables that the file declares: the members of its interfaces named `…Tables` that extend no other. */
  readonly declaredTables: readonly Use[];
  /** Tables that its queries name: `selectFrom('orders')`, `innerJoin('orders as o', …)`. */
  readonly queriedTables: readonly Use[];
  /** Tables of which its queries change or remove rows that are there. */
  readonly changedTables: readonly Use[];
}

/** The specifier of an import whose name is put together when it runs. */
export const COMPUTED_NAME = 'a computed name';

const SOURCES = [
  '{server,web,sdk}/{src,test,migrations}/**/*.{ts,tsx}',
  '{scripts,bench,e2e}/**/*.ts',
  '{server,web,sdk}/*.ts',
];

const trees = new Map<string, readonly SourceFile[]>();

/** Reads and parses every source file of the repository below `root`, in the order of their paths: once per process. */
export async function readSourceTree(root: string): Promise<readonly SourceFile[]> {
  const folder = path.resolve(root);
  const tree = trees.get(folder) ?? (await parseTree(folder));
  trees.set(folder, tree);
  return tree;
}

async function parseTree(root: string): Promise<SourceFile[]> {
  // The last one is made by a program, for programs.
  const exclude = ['**/node_modules/**', '**/dist/**', '**/build/**', 'sdk/src/schema.d.ts'];
  const paths = await Array.fromAsync(glob(SOURCES, { cwd: root, exclude }));
  return paths
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
    .map((file) => parseSource(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Parses one file. @throws Error when the text is not TypeScript: a file nobody can read is checked by nobody. */
export function parseSource(filePath: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(filePath, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${filePath}: ${error.message}`);
  const lineAt = lineCounter(text);
  const file = {
    imports: moduleImports(filePath, module, lineAt),
    members: new Array<Use>(),
    calls: new Array<Use>(),
    bareNews: new Array<Use>(),
    options: new Array<Use>(),
    declaredNames: new Array<Use>(),
    strings: new Array<Use>(),
    declaredTables: new Array<Use>(),
    queriedTables: new Array<Use>(),
    changedTables: new Array<Use>(),
  };
  const importOf = (specifier: string, start: number): void => {
    file.imports.push({
      specifier,
      target: resolve(filePath, specifier),
      names: ['*'],
      isHandedOn: false,
      line: lineAt(start),
    });
  };
  const declare = (...names: readonly (BindingIdentifier | null)[]): void => {
    for (const name of names)
      if (name !== null) file.declaredNames.push({ text: name.name, line: lineAt(name.start) });
  };
  new Visitor({
    VariableDeclarator: ({ id }) => declare(...namesIn(id)),
    FunctionDeclaration: ({ id, params }) => declare(id, ...params.flatMap(namesIn)),
    FunctionExpression: ({ params }) => declare(...params.flatMap(namesIn)),
    ArrowFunctionExpression: ({ params }) => declare(...params.flatMap(namesIn)),
    ClassDeclaration: ({ id }) => declare(id),
    TSTypeAliasDeclaration: ({ id }) => declare(id),
    CallExpression: (node) => {
      const line = lineAt(node.start);
      if (node.callee.type === 'Identifier') file.calls.push({ text: `${node.callee.name}()`, line });
      file.options.push(...optionsOf(node).map((option) => ({ text: option, line })));
      const tables = tablesOf(node).map((table) => ({ text: table, line }));
      file.queriedTables.push(...tables);
      if (CHANGE_CALLS.test(methodOf(node))) file.changedTables.push(...tables);
    },
    MemberExpression: (node) => file.members.push({ text: memberText(node), line: lineAt(node.start) }),
    NewExpression: ({ callee, arguments: args, start }) => {
      if (callee.type !== 'Identifier' || args.length > 0) return;
      file.bareNews.push({ text: `new ${callee.name}()`, line: lineAt(start) });
    },
    ImportExpression: ({ source, start }) => importOf(stringOf(source) ?? COMPUTED_NAME, start),
    TSInterfaceDeclaration: (node) => {
      declare(node.id);
      file.declaredTables.push(
        ...tableMembers(node).map((table) => ({ text: table, line: lineAt(node.start) })),
      );
    },
    TSImportType: ({ source, start }) => importOf(source.value, start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') file.strings.push({ text: value, line: lineAt(start) });
    },
    TemplateElement: ({ value, start }) => file.strings.push({ text: value.raw, line: lineAt(start) }),
  }).visit(program);
  return { path: filePath, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), ...file };
}

/** Whether the file holds tests or help for tests, and is not part of the product. */
export function isTestCode(filePath: string): boolean {
  return (
    /\.test\.tsx?$/.test(filePath) ||
    /^(server|web|sdk)\/test\//.test(filePath) ||
    filePath.startsWith('e2e/')
  );
}

/** Whether `node --test` runs the file. */
export function isTestFile(filePath: string): boolean {
  return /\.test\.tsx?$/.test(filePath);
}

function moduleImports(
  filePath: string,
  module: EcmaScriptModule,
  lineAt: (offset: number) => number,
): Import[] {
  const imports = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    target: resolve(filePath, moduleRequest.value),
    names: entries.map(({ importName }) => importName.name ?? '*'),
    isHandedOn: false,
    line: lineAt(start),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, start } of entries) {
      if (moduleRequest === null) continue;
      const specifier = moduleRequest.value;
      imports.push({
        specifier,
        target: resolve(filePath, specifier),
        names: [importName.name ?? '*'],
        isHandedOn: true,
        line: lineAt(start),
      });
    }
  }
  return imports;
}

/** The names that a pattern such as `{ id, ...others }` gives; of `{ id: orderId }` it is `orderId`. */
function namesIn(pattern: ParamPattern): BindingIdentifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)));
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === 'Property' ? property.value : property.argument),
      );
    case 'TSParameterProperty':
      return namesIn(pattern.parameter);
  }
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(from), specifier);
}

function memberText(node: MemberExpression): string {
  const object = node.object.type === 'Identifier' ? node.object.name : '';
  if (node.property.type === 'PrivateIdentifier') return `${object}.#${node.property.name}`;
  const property = node.computed ? stringOf(node.property) : nameOf(node.property);
  return `${object}.${property ?? ''}`;
}

function nameOf(node: Expression | { type: 'Identifier'; name: string }): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

function stringOf(node: Expression): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.quasis.length !== 1) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

function optionsOf({ callee, arguments: args }: CallExpression): string[] {
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression'
        ? memberText(callee).split('.').at(-1)
        : '';
  const properties = args.flatMap((argument) =>
    argument.type === 'ObjectExpression' ? argument.properties : [],
  );
  return properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    const { key } = property;
    const text = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    return [`${name}({${text}})`];
  });
}

const QUERY_CALLS =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/;

const CHANGE_CALLS = /^(updateTable|deleteFrom|mergeInto|replaceInto)$/;

/** The name of the method that is called. */
function methodOf({ callee }: CallExpression): string {
  return callee.type === 'MemberExpression' ? (memberText(callee).split('.').at(-1) ?? '') : '';
}

/** The tables that a call of the query builder names: one text or a list of them, with or without an alias. */
function tablesOf(call: CallExpression): string[] {
  const [first] = call.arguments;
  if (first === undefined || first.type === 'SpreadElement' || !QUERY_CALLS.test(methodOf(call))) return [];
  const elements = first.type === 'ArrayExpression' ? first.elements : [first];
  return elements.flatMap((element) => {
    const text = element === null || element.type === 'SpreadElement' ? undefined : stringOf(element);
    return text === undefined ? [] : [text.split(' ')[0] ?? ''];
  });
}

function tableMembers({ id, body, extends: parents }: TSInterfaceDeclaration): string[] {
  if (!id.name.endsWith('Tables') || parents.length > 0) return [];
  return body.body.flatMap((member) =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier' ? [member.key.name] : [],
  );
}

/** Counts lines once and answers for any offset of the text. */
function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Number.POSITIVE_INFINITY) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
