import '@latchkey/ui/fields/fields.css';
import { Button, Text, TextInput } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { browserStorage } from '@latchkey/ui/browser-storage.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import buttons from './choice-button.module.css';
import classes from './saved-views.module.css';
import { type View, viewsIn, withView } from './views.ts';

/** Filters of a list that somebody looks at often, each with a name, saved in this browser. */
export function SavedViews({ list }: { readonly list: string }) {
  const { views: texts } = useTexts();
  const storageKey = `latchkey.dashboard.views.${list}`;
  const [saved, setSaved] = useState(() => viewsIn(browserStorage.read(storageKey)));
  const [name, setName] = useState('');
  const router = useRouter();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const keep = (next: readonly View[]) => {
    browserStorage.write(storageKey, JSON.stringify(next));
    setSaved(next);
  };
  const save = () => {
    if (name.trim() === '') return;
    keep(withView(saved, { name: name.trim(), search: searchStr }));
    setName('');
  };
  return (
    <details className={classes.choice}>
      <summary className={buttons.summary}>{texts.label}</summary>
      <div className={classes.fields}>
        {saved.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        ) : null}
        {saved.map((view) => (
          <div key={view.name} className={classes.view}>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                router.history.push(router.basepath + pathname + view.search);
              }}
            >
              {view.name}
            </Button>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={texts.removeOf(view.name)}
              onClick={() => {
                keep(saved.filter((each) => each !== view));
              }}
            >
              {texts.remove}
            </Button>
          </div>
        ))}
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            size="xs"
            label={texts.name}
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
            }}
          />
          <Button type="submit" variant="default" size="xs">
            {texts.save}
          </Button>
        </form>
      </div>
    </details>
  );
}
