import { type ComponentType, useEffect, useRef, useState } from 'react';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import classes from './charts.module.css';

/** Sales upwards and refunds downwards. */
export const SalesChart = whenInSight(
  lazyPart(() => import('./sales-chart.tsx').then((part) => part.SalesChart), null),
);
/** Counts, or amounts, beside each other. */
export const CountChart = whenInSight(
  lazyPart(() => import('./count-chart.tsx').then((part) => part.CountChart), null),
);

/** As far below the window as it is high, so that whoever scrolls finds a chart drawn. */
const NEAR = '0px 0px 100% 0px';
const PHONE = '(width < 52rem)';

/**
 * A chart in its place. Its code is large and its drawing slow: it loads when the place comes in sight, or is printed. On
 * a phone, whoever only reads the figures never waits for it.
 */
function whenInSight<Props extends object>(Chart: ComponentType<Props>): ComponentType<Props> {
  return function ChartPlace(props) {
    const place = useRef<HTMLDivElement>(null);
    const [isDue, setDue] = useState(false);
    useEffect(() => {
      const { current } = place;
      if (isDue || current === null) return undefined;
      const draw = () => {
        setDue(true);
      };
      const sight = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting === true) draw();
        },
        matchMedia(PHONE).matches ? {} : { rootMargin: NEAR },
      );
      sight.observe(current);
      addEventListener('beforeprint', draw);
      return () => {
        sight.disconnect();
        removeEventListener('beforeprint', draw);
      };
    }, [isDue]);
    return (
      <div ref={place} className={classes.place}>
        {isDue ? <Chart {...props} /> : null}
      </div>
    );
  };
}
