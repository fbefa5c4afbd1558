import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './order-list.module.css';
import { withMove } from './with-move.ts';

interface OrderListProps {
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    /** What is shown; absent: the name. */
    readonly content?: ReactNode;
  }[];
  /** Takes the ids in their new order; absent: nobody may change it. */
  readonly onOrder?: ((ids: readonly string[]) => void) | undefined;
  readonly isDisabled?: boolean;
}

const STEPS = [-1, 1] as const;

/** A list that people bring into order: they drag a row, or move it with the buttons at its end. */
export function OrderList({ items, onOrder, isDisabled = false }: OrderListProps) {
  const { order } = useTexts();
  const [dragIndex, setDragIndex] = useState<number>();
  const ids = items.map(({ id }) => id);
  const move = (from: number, to: number) => {
    if (!isDisabled && from !== to) onOrder?.(withMove(ids, from, to));
  };
  return (
    <ol className={classes.list}>
      {items.map(({ id, name, content }, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same.
        <li
          key={id}
          className={classes.row}
          draggable={onOrder !== undefined && !isDisabled}
          data-dragged={dragIndex === index}
          onDragStart={() => {
            setDragIndex(index);
          }}
          onDragEnd={() => {
            setDragIndex(undefined);
          }}
          onDragOver={(event) => {
            if (dragIndex !== undefined) event.preventDefault();
          }}
          onDrop={(event) => {
            if (dragIndex === undefined) return;
            event.preventDefault();
            move(dragIndex, index);
            setDragIndex(undefined);
          }}
        >
          <div className={classes.content}>{content ?? name}</div>
          {(onOrder === undefined ? [] : STEPS).map((step) => (
            <Button
              key={step}
              variant="default"
              size="compact-xs"
              aria-label={step < 0 ? order.earlierOf(name) : order.laterOf(name)}
              disabled={isDisabled || ids[index + step] === undefined}
              onClick={() => {
                move(index, index + step);
              }}
            >
              {step < 0 ? order.earlier : order.later}
            </Button>
          ))}
        </li>
      ))}
    </ol>
  );
}
