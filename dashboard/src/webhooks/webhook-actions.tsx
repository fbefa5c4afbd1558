import { useState } from 'react';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { ChangeWebhookDialog } from './change-webhook-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import type { Webhook } from './webhook-queries.ts';
import { type WebhookStep, WebhookStepDialog } from './webhook-step-dialog.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

type Task = WebhookStep | 'change' | 'test' | 'replay';

/** What is done with an endpoint. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const [task, setTask] = useState<Task>();
  const close = () => {
    setTask(undefined);
  };
  if (!mayDo(useSession(), 'webhooks:write')) return null;
  return (
    <>
      <PageActions actions={tasksOf(webhook)} labels={texts} dangerous={['remove']} onChoose={setTask} />
      <TaskDialog task={task} webhook={webhook} onClose={close} />
    </>
  );
}

function tasksOf({ status, replay }: Webhook): readonly Task[] {
  const isOn = status === 'Enabled';
  return [
    'test',
    ...(isOn && replay === undefined ? (['replay'] as const) : []),
    'change',
    'rotate',
    isOn ? 'disable' : 'enable',
    'remove',
  ];
}

interface TaskDialogProps {
  readonly task: Task | undefined;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function TaskDialog({ task, webhook, onClose }: TaskDialogProps) {
  switch (task) {
    case undefined:
      return null;
    case 'change':
      return <ChangeWebhookDialog webhook={webhook} onClose={onClose} />;
    case 'test':
      return <TestDialog webhook={webhook} onClose={onClose} />;
    case 'replay':
      return <ReplayDialog id={webhook.id} onClose={onClose} />;
    default:
      return <WebhookStepDialog id={webhook.id} step={task} onClose={onClose} />;
  }
}
