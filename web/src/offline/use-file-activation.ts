import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type OfflineActivation, activateOffline } from '../api/offline-activation.ts';
import { type DeviceFile, type FileIssue, readDeviceFile } from './device-file.ts';

export interface FileActivation {
  /** The file that was sent last. */
  readonly file: DeviceFile | undefined;
  /** Why the file that was chosen last was not sent. */
  readonly issue: FileIssue | undefined;
  /** The reason why the last file was refused. */
  readonly failure: Error | null;
  readonly done: OfflineActivation | undefined;
  readonly isSending: boolean;
  readonly choose: (file: File) => void;
  /** Sends the file again. */
  readonly retry: () => void;
  /** Begins again, with another device. */
  readonly restart: () => void;
}

interface FileActivationOptions {
  /** The only product whose devices are activated; any when absent. */
  readonly productId?: string | undefined;
  /** A device has taken a seat. */
  readonly onActivated?: (() => void) | undefined;
}

/** Activates the device of a file as soon as the file is chosen; one at a time. */
export function useFileActivation({ productId, onActivated }: FileActivationOptions): FileActivation {
  const [file, setFile] = useState<DeviceFile>();
  const [issue, setIssue] = useState<FileIssue>();
  const activation = useMutation({
    mutationFn: ({ text }: DeviceFile) => activateOffline(text),
    onSuccess: () => onActivated?.(),
  });
  const send = (deviceFile: DeviceFile) => {
    setFile(deviceFile);
    activation.mutate(deviceFile);
  };
  const restart = () => {
    setFile(undefined);
    setIssue(undefined);
    activation.reset();
  };
  return {
    file,
    issue,
    failure: activation.error,
    done: activation.data,
    isSending: activation.isPending,
    choose: (upload) => {
      if (activation.isPending) return;
      void readDeviceFile(upload).then((read) => {
        restart();
        if ('issue' in read) setIssue(read.issue);
        else if (isForAnother(read, productId)) setIssue('OtherProduct');
        else send(read);
      });
    },
    retry: () => {
      if (file !== undefined && !activation.isPending) send(file);
    },
    restart,
  };
}

/** The server decides about a file that does not say which product it is for. */
function isForAnother(file: DeviceFile, productId: string | undefined): boolean {
  return productId !== undefined && file.productId !== undefined && file.productId !== productId;
}
