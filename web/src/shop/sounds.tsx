import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ChangeEvent, type SyntheticEvent, useRef, useState } from 'react';
import type { ItemDetails } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import classes from './media.module.css';

type Media = ItemDetails['media'][number];

/** Whoever starts a sound does not want to hear two. */
let latest: HTMLAudioElement | undefined;

/** The sounds of an item. Nothing of a sound is loaded before somebody plays it. */
export function Sounds({ sounds }: { readonly sounds: readonly Media[] }) {
  const { product } = useShopTexts();
  return (
    <ul className={classes.sounds} aria-label={product.sounds}>
      {sounds.map((sound) => (
        <Sound key={sound.url} sound={sound} />
      ))}
    </ul>
  );
}

interface Progress {
  /** Seconds; the length is 0 until it is known. */
  readonly at: number;
  readonly length: number;
}

function Sound({ sound: { url, title } }: { readonly sound: Media }) {
  const { product } = useShopTexts();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [{ at, length }, setProgress] = useState<Progress>({ at: 0, length: 0 });
  const follow = ({ currentTarget: { currentTime, duration } }: SyntheticEvent<HTMLAudioElement>) => {
    setProgress({ at: currentTime, length: Number.isFinite(duration) ? duration : 0 });
  };
  const begin = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
    if (latest !== currentTarget) latest?.pause();
    latest = currentTarget;
    setBroken(false);
    setPlaying(true);
  };
  const end = () => {
    setPlaying(false);
  };
  const toggle = () => {
    if (isPlaying) audio.current?.pause();
    // What prevents it is an event, too.
    else audio.current?.play().catch(() => undefined);
  };
  const seek = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (audio.current !== null) audio.current.currentTime = Number(value);
  };
  return (
    <li className={classes.sound}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music has no words; the title says what it is */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={begin}
        onPause={end}
        onEnded={end}
        onTimeUpdate={follow}
        onDurationChange={follow}
        onError={() => {
          setPlaying(false);
          setBroken(true);
        }}
      />
      <button
        type="button"
        className={classes.play}
        aria-label={(isPlaying ? product.pause : product.play)(title)}
        onClick={toggle}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden="true" />
        )}
      </button>
      <div className={classes.track}>
        <span className={classes.title}>{title}</span>
        {isBroken ? <ErrorLine>{product.notPlayed}</ErrorLine> : null}
        <input
          type="range"
          className={classes.seek}
          aria-label={product.seek(title)}
          aria-valuetext={clock(at)}
          min={0}
          max={length === 0 ? 1 : length}
          step={0.05}
          value={at}
          disabled={length === 0}
          onChange={seek}
        />
      </div>
      <span className={classes.clock} aria-hidden="true">
        {length === 0 ? '' : `${clock(at)} / ${clock(length)}`}
      </span>
    </li>
  );
}

/** Minutes and seconds. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
