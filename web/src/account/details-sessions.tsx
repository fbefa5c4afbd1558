import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { endSession, fetchSessions, type SignInPlace } from '../api/profile.ts';
import { useDetailsTexts } from './details-texts.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatMoment } from '@latchkey/ui/texts/dates.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { accountKey, useAccountQuery, useCustomer } from './customer.ts';
import { DetailsSection, Outcome } from './details-section.tsx';
import { Loading } from './loading.tsx';
import styles from '../devices/device-list.module.css';

const SESSIONS = ['sessions'];

/** More of them wait behind a button, so that the page stays short. */
const FIRST_SESSIONS = 5;

/** The customer's sessions, with a button to end each, and one for all others. */
export function SessionsSection() {
  const texts = useDetailsTexts();
  const { data: sessions, error, refetch } = useAccountQuery(SESSIONS, fetchSessions);
  return (
    <DetailsSection title={texts.sessions}>
      {sessions === undefined && error === null ? <Loading heights={[72]} /> : null}
      {sessions === undefined && error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : null}
      {sessions === undefined ? null : <SessionList sessions={sessions} />}
    </DetailsSection>
  );
}

function SessionList({ sessions }: { readonly sessions: readonly SignInPlace[] }) {
  const texts = useDetailsTexts();
  const { failure } = useTexts();
  const [outcome, setOutcome] = useState('');
  const ending = useEnding();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const current = sessions.filter(({ isCurrent }) => isCurrent);
  const end = (places: readonly SignInPlace[], result: string) => {
    setOutcome('');
    ending.mutate(places, {
      onSuccess: () => {
        setOutcome(result);
      },
    });
  };
  return (
    <>
      <PlaceList
        places={[...current, ...others]}
        isEnding={(place) => ending.isPending && ending.variables.includes(place)}
        onEnd={(place, name) => {
          end([place], texts.sessionEnded(name));
        }}
      />
      {ending.error === null ? null : <ErrorLine>{failureMessage(ending.error, failure).text}</ErrorLine>}
      <Outcome>{outcome}</Outcome>
      {others.length === 0 ? null : (
        <div>
          <Button
            variant="default"
            loading={ending.isPending && ending.variables.length === others.length}
            onClick={() => {
              end(others, texts.othersEnded);
            }}
          >
            {texts.endOthers}
          </Button>
        </div>
      )}
    </>
  );
}

interface PlaceListProps {
  readonly places: readonly SignInPlace[];
  readonly isEnding: (place: SignInPlace) => boolean;
  readonly onEnd: (place: SignInPlace, name: string) => void;
}

/** The first sessions, and a button for the others; who asks for these goes on at the first of them. */
function PlaceList({ places, isEnding, onEnd }: PlaceListProps) {
  const texts = useDetailsTexts();
  const list = useRef<HTMLUListElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => {
    if (showsAll) list.current?.children.item(FIRST_SESSIONS)?.querySelector('button')?.focus();
  }, [showsAll]);
  return (
    <>
      <ul ref={list} className={styles.devices} aria-label={texts.sessions}>
        {places.slice(0, showsAll ? places.length : FIRST_SESSIONS).map((place) => (
          <SessionRow
            key={place.id}
            place={place}
            isEnding={isEnding(place)}
            onEnd={(name) => {
              onEnd(place, name);
            }}
          />
        ))}
      </ul>
      {showsAll || places.length <= FIRST_SESSIONS ? null : (
        <div>
          <Button
            variant="default"
            onClick={() => {
              setShowsAll(true);
            }}
          >
            {texts.allSessions(places.length)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Ends sessions one after the other; then, or after a failure, the list is read again. */
function useEnding() {
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (places: readonly SignInPlace[]) => {
      for (const place of places) await endSession(place);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey(id, SESSIONS) }),
  });
}

interface SessionRowProps {
  readonly place: SignInPlace;
  readonly isEnding: boolean;
  readonly onEnd: (name: string) => void;
}

function SessionRow({ place, isEnding, onEnd }: SessionRowProps) {
  const texts = useDetailsTexts();
  const { locale } = use(LanguageOfPage);
  const { browser, system } = place;
  const name =
    browser === undefined || system === undefined
      ? (browser ?? system ?? texts.unnamed)
      : texts.browserOn(browser, system);
  const when = formatMoment(place.lastUsedAt, locale);
  return (
    <li className={styles.device}>
      <div className={styles.what}>
        <Text fw={600} lh="sm">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {place.isCurrent ? texts.thisSession : texts.lastUsed(when)}
        </Text>
      </div>
      {place.isCurrent ? null : (
        <Button
          variant="default"
          size="sm"
          loading={isEnding}
          aria-label={texts.endSessionOf(name, when)}
          onClick={() => {
            onEnd(name);
          }}
        >
          {texts.endSession}
        </Button>
      )}
    </li>
  );
}
