import { readFile } from 'node:fs/promises';

/** One instruction of a container file, its continuation lines joined. */
export interface Instruction {
  readonly keyword: string;
  /** The text after the keyword, without flags. */
  readonly text: string;
  /** `--from=build` and the like, by name. */
  readonly flags: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly image: string;
  readonly name: string;
  readonly steps: readonly Instruction[];
}

/** Reads a container file as its stages; instructions before the first `FROM` are refused. */
export async function readContainerFile(path: string): Promise<Stage[]> {
  const text = (await readFile(path, 'utf8')).replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  const stages: { image: string; name: string; steps: Instruction[] }[] = [];
  for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
    const instruction = parse(line);
    if (instruction.keyword === 'FROM') {
      const [image = '', , name = `stage ${stages.length}`] = instruction.text.split(/\s+/);
      stages.push({ image, name, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`${line}: stands before the first FROM`);
      stage.steps.push(instruction);
    }
  }
  return stages;
}

function parse(line: string): Instruction {
  const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  let text = rest;
  for (;;) {
    // Only flags before the rest: commands have flags of their own.
    const [flag, name, value] = /^--([a-z-]+)=(\S+)\s+/.exec(text) ?? [];
    if (flag === undefined || name === undefined || value === undefined) return { keyword, text, flags };
    flags[name] = value;
    text = text.slice(flag.length);
  }
}
