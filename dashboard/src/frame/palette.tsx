import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './palette.module.css';
import { type Match, useMatches } from './use-matches.ts';

/** Finds pages, actions, customers, orders and licenses, by keyboard alone if one likes. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { palette } = useTexts();
  const router = useRouter();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const { matches, isBusy } = useMatches(text);
  const active = matches[Math.min(position, matches.length - 1)];
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const open = (match: Match) => {
    onClose();
    if ('run' in match) match.run();
    else router.history.push(router.basepath + match.to);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && matches.length > 0) {
      event.preventDefault();
      setPosition((Math.min(position, matches.length - 1) + step + matches.length) % matches.length);
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      open(active);
    }
  };
  return (
    <dialog ref={dialog} className={classes.palette} aria-label={palette.title} onClose={onClose}>
      <input
        className={classes.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.key}`}
        aria-label={palette.field}
        placeholder={palette.field}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setPosition(0);
        }}
      />
      <Matches id={id} matches={matches} active={active} onOpen={open} />
      <div className={classes.foot}>
        <VisuallyHidden component="output">
          {isBusy ? palette.searching : String(matches.length)}
        </VisuallyHidden>
        {matches.length > 0 ? palette.hint : isBusy ? palette.searching : palette.none}
      </div>
    </dialog>
  );
}

interface MatchesProps {
  readonly id: string;
  readonly matches: readonly Match[];
  readonly active: Match | undefined;
  readonly onOpen: (match: Match) => void;
}

function Matches({ id, matches, active, onOpen }: MatchesProps) {
  const { palette } = useTexts();
  return (
    // The options of a datalist cannot be grouped, described or styled.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={id} role="listbox" aria-label={palette.title} className={classes.matches}>
      {matches.map((match, index) => (
        <div key={match.key} role="presentation">
          {match.group === matches[index - 1]?.group ? null : (
            <div role="presentation" className={classes.group}>
              {palette[match.group]}
            </div>
          )}
          <button
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            id={`${id}-${match.key}`}
            aria-selected={match === active}
            className={classes.match}
            onClick={() => {
              onOpen(match);
            }}
          >
            <span>{match.label}</span>
            {match.detail === undefined ? null : <span className={classes.detail}>{match.detail}</span>}
          </button>
        </div>
      ))}
    </div>
  );
}
