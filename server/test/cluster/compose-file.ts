import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DEPLOY } from './database-cluster.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  /** In the network of the containers. */
  readonly address: string | undefined;
}

interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly networks: { readonly inside: { readonly ipv4_address?: string } };
      }
    >
  >;
}

/** What `deploy/cluster/compose.yaml` gives its containers, and the environment of the image of the members. */
export async function readComposeFile(variables: Readonly<Record<string, string>>): Promise<{
  readonly services: Readonly<Record<string, Service>>;
  readonly image: Readonly<Record<string, string>>;
}> {
  const text = await readFile(join(DEPLOY, 'compose.yaml'), 'utf8');
  const container = await readFile(join(DEPLOY, 'Dockerfile'), 'utf8');
  // Values of YAML: a password may contain anything.
  const { services }: ComposeFile = parse(text, { merge: true });
  const entries = Object.entries(services).map(([name, { environment = {}, networks }]) => {
    const values = Object.entries(environment).map(([key, value]) => [key, substitute(value, variables)]);
    return [name, { environment: Object.fromEntries(values), address: networks.inside.ipv4_address }];
  });
  const pairs = /^ENV ((?:.*\\\n)*.*)$/m.exec(container)?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [];
  return {
    services: Object.fromEntries(entries),
    image: Object.fromEntries(
      [...pairs].flatMap(([, name = '', value = '']) => (name === 'PATH' ? [] : [[name, value]])),
    ),
  };
}

function substitute(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{(\w+):[-?][^}]*\}/g, (_, name: string) => variables[name] ?? '');
}
