/** How long answers took, by method, route and status, for one `/metrics`. */
export interface RouteTimes {
  observe(answer: AnswerTime): void;
  /** All of it in the text format of Prometheus. */
  text(): string;
}

export interface AnswerTime {
  readonly method: string;
  /** The pattern of the route, never the path of a request: there are as many series as there are routes. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface Series {
  readonly labels: string;
  /** Of each bucket alone, not yet of those below it too; the last holds what is longer than all. */
  readonly counts: number[];
  sumSeconds: number;
}

const NAME = 'latchkey_http_request_seconds';
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * A histogram that is written to for every answer, and so does no more there than find its series and add one: a
 * histogram of the client library makes a name of the labels and a copy of them each time.
 */
export function createRouteTimes(): RouteTimes {
  const byRoute = new Map<string, Map<string, Map<number, Series>>>();
  const seriesOf = ({ method, route, status }: AnswerTime): Series => {
    const entry = byRoute.get(route)?.get(method)?.get(status);
    if (entry !== undefined) return entry;
    const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
    const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`;
    const newEntry = { labels, counts: [...BUCKETS_SECONDS.map(() => 0), 0], sumSeconds: 0 };
    byRoute.set(route, byMethod.set(method, byStatus.set(status, newEntry)));
    return newEntry;
  };
  return {
    observe(answer) {
      const series = seriesOf(answer);
      series.sumSeconds += answer.seconds;
      const bucket = bucketOf(answer.seconds);
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    },
    text() {
      const all = [...byRoute.values()].flatMap((byMethod) =>
        [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]),
      );
      const head = [
        `# HELP ${NAME} Time to answer a request, by route and status.`,
        `# TYPE ${NAME} histogram`,
      ];
      return `${[...head, ...all.flatMap(linesOf)].join('\n')}\n`;
    },
  };
}

function bucketOf(seconds: number): number {
  const index = BUCKETS_SECONDS.findIndex((most) => seconds <= most);
  return index < 0 ? BUCKETS_SECONDS.length : index;
}

function linesOf({ labels, counts, sumSeconds }: Series): string[] {
  let count = 0;
  const buckets = counts.map((own, index) => {
    count += own;
    return `${NAME}_bucket{le="${BUCKETS_SECONDS[index] ?? '+Inf'}",${labels}} ${count}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sumSeconds}`, `${NAME}_count{${labels}} ${count}`];
}

function escaped(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`);
}
