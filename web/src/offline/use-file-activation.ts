import { isProblem } from '@latchkey/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type OfflineActivation, activateOffline } from '../api/offline-activation.ts';
import { type ActivationPlan, fetchPlan } from './activation-plan.ts';
import { type DeviceFile, type FileIssue, readDeviceFile } from './device-file.ts';

export interface FileActivation {
  /** The last chosen file. */
  readonly file: DeviceFile | undefined;
  /**
   * What the file will use; until the customer has confirmed it, nothing is activated. It stays while every activation
   * is in use, so that the customer can release a device.
   */
  readonly plan: ActivationPlan | undefined;
  /** The reason why the last chosen file was not sent. */
  readonly issue: FileIssue | undefined;
  /** The reason why the last file was refused. */
  readonly failure: Error | null;
  readonly done: OfflineActivation | undefined;
  readonly isSending: boolean;
  readonly choose: (file: File) => void;
  /** Activates the device of the file. */
  readonly confirm: () => void;
  /** Tries the failed action again. */
  readonly retry: () => void;
  /** Starts again, with another device. */
  readonly restart: () => void;
}

interface FileActivationOptions {
  /** The only product whose devices are activated; any when absent. */
  readonly productId?: string | undefined;
  /** A device has taken a seat. */
  readonly onActivated?: (() => void) | undefined;
}

/** Activates the device of a file once the customer has seen what that will use, and confirmed it; one at a time. */
export function useFileActivation({ productId, onActivated }: FileActivationOptions): FileActivation {
  const [file, setFile] = useState<DeviceFile>();
  const [issue, setIssue] = useState<FileIssue>();
  const [isConfirmed, setConfirmed] = useState(false);
  const activation = useMutation({
    mutationFn: ({ text }: DeviceFile) => activateOffline(text),
    onSuccess: () => onActivated?.(),
  });
  const looking = useMutation({
    // For an unreadable file, and without a license, the server reports the issue.
    mutationFn: async (deviceFile: DeviceFile) =>
      deviceFile.productId === undefined ? undefined : fetchPlan(deviceFile.productId),
    onSuccess: (plan, deviceFile) => {
      if (plan === undefined) activation.mutate(deviceFile);
    },
  });
  const isSending = looking.isPending || activation.isPending;
  const restart = () => {
    setFile(undefined);
    setIssue(undefined);
    setConfirmed(false);
    looking.reset();
    activation.reset();
  };
  const begin = (deviceFile: DeviceFile) => {
    restart();
    setFile(deviceFile);
    looking.mutate(deviceFile);
  };
  const confirm = () => {
    if (file === undefined || isSending) return;
    setConfirmed(true);
    activation.mutate(file);
  };
  return {
    file,
    issue,
    plan:
      activation.error === null || isProblem(activation.error, 'NoFreeActivations')
        ? looking.data
        : undefined,
    failure: looking.error ?? activation.error,
    done: activation.data,
    isSending,
    choose: (upload) => {
      if (isSending) return;
      void readDeviceFile(upload).then((read) => {
        restart();
        if ('issue' in read) setIssue(read.issue);
        else if (isForAnother(read, productId)) setIssue('OtherProduct');
        else begin(read);
      });
    },
    confirm,
    retry: () => {
      if (isConfirmed) confirm();
      else if (file !== undefined && !isSending) begin(file);
    },
    restart,
  };
}

/** The server decides about a file that does not name its product. */
function isForAnother(file: DeviceFile, productId: string | undefined): boolean {
  return productId !== undefined && file.productId !== undefined && file.productId !== productId;
}
