import { invalidInput } from '../kernel/problem.ts';
import { makeDemo } from './demo/make-demo.ts';
import { introduction } from './introduction.ts';
import { withSystem } from './with-system.ts';

/** `latchkey demo`: creates the demo account, or its missing parts. Refused in production. */
export async function demo(): Promise<void> {
  await withSystem(
    async (system) => {
      const { config } = system;
      if (!config.hasDevFeatures)
        throw invalidInput({
          detail: 'Demo data is not created in production, or if other machines can reach the server.',
        });
      const { demo: file, created } = await makeDemo(system);
      console.log(
        created.length === 0
          ? 'The demo account is already complete: nothing was created.'
          : `Created ${created.join(', ')}.`,
      );
      console.log(introduction(config, file.baseUrl, file));
    },
    { mayCreate: true },
  );
}
