import type { Column } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Status } from '../parts/status.tsx';
import type { ReleaseTexts } from './release-en.ts';
import type { Release } from './release-queries.ts';

/** Whether customers get a release. */
export function stateOf({ publishedAt, yankedAt }: Pick<Release, 'publishedAt' | 'yankedAt'>) {
  if (yankedAt !== null) return 'yanked';
  return publishedAt === null ? 'draft' : 'published';
}

const TONES = { draft: 'waiting', published: 'good', yanked: 'bad' } as const;

/** The columns of the list. */
export function releaseColumns(texts: ReleaseTexts): readonly Column<Release>[] {
  return [
    {
      id: 'version',
      label: texts.version,
      show: ({ version, securityFix }) => (securityFix ? `${version} · ${texts.securityFix}` : version),
    },
    {
      id: 'status',
      label: texts.status,
      show: (release) => <Status tone={TONES[stateOf(release)]}>{texts.states[stateOf(release)]}</Status>,
    },
    { id: 'channel', label: texts.channel, show: ({ channel }) => channel },
    {
      id: 'files',
      label: texts.files,
      show: ({ downloads }) => downloads.map(({ platform }) => platform).join(', '),
    },
    {
      id: 'published',
      label: texts.published,
      show: ({ publishedAt }) => (publishedAt === null ? null : <Moment at={publishedAt} />),
    },
    { id: 'reason', label: texts.reason, isExtra: true, show: ({ yankReason }) => yankReason },
    {
      id: 'created',
      label: texts.created,
      isExtra: true,
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
}
