import assert from 'node:assert/strict';
import type { Anchor, CycleLength } from '../../src/modules/subscriptions/domain/calendar.ts';
import type { Period } from '../../src/modules/subscriptions/tables.ts';
import { MEAN_DAYS, otherAnchor, otherBoundary, otherDaysLater } from './other-calendar.ts';

/** A plan that the shop of a walk sells, for one unit and one cycle. */
export interface ModelPlan {
  readonly id: string;
  readonly cycle: CycleLength;
  readonly unitMinor: number;
  readonly ownAfter: number | null;
  readonly freeDays: number | null;
}

/** What a buyer bought. */
export interface ModelSale {
  readonly plan: ModelPlan;
  readonly quantity: number;
  readonly zone: string;
  readonly at: Date;
  /** What all units together cost less, its share of their price, and for how many payments. */
  readonly reduction: { readonly minor: number; readonly share: number; readonly payments: number } | null;
}

/** Money that moved for a subscription. */
export interface ModelCharge {
  /** At the bank. */
  readonly reference: string;
  readonly amountMinor: number;
  /** When it was first requested: its place among everything that happened. */
  readonly requestedAt: number;
}

/** A change of the plan that is agreed. */
interface Agreed {
  readonly plan: ModelPlan;
  readonly quantity: number;
  readonly isOtherPlan: boolean;
  /** What is paid for it at once; null: it begins with the next renewal. */
  readonly dueMinor: number | null;
  /** Something came between: money for it goes back. */
  readonly isVoid?: boolean;
}

const DAY_MS = 86_400_000;
const GRACE_MS = 7 * DAY_MS;

/** What somebody who has read the rules of subscriptions expects of one of them, from what people did to it. */
export class BuyerModel {
  plan: ModelPlan;
  quantity: number;
  /** The end of the last period with access. */
  paidUntil: Date;
  /** The end of its licenses. */
  expiresAt: Date;
  /** What the buyer should have paid for periods, changes and the rest. */
  expectedMinor: number;
  isCancelled = false;
  hasEnded = false;
  isOwned = false;
  pausedUntil: Date | null = null;
  /** When it could no longer be charged, in the order of everything that happened: nothing is requested after that. */
  stoppedAt: number | null = null;
  /** Charges that gave nothing any more: they go back. */
  readonly toReturn: ModelCharge[] = [];
  next: Agreed | null = null;

  readonly #zone: string;
  /** For the units of the first order. */
  #reduction: (NonNullable<ModelSale['reduction']> & { readonly units: number }) | null;
  #unitMinor: number;
  #anchor: Anchor;
  #anchorNumber: number;
  /** The payments on the plan, and the units of each period of it whose money was kept. */
  #payments: number;
  readonly #kept = new Map<number, number>();
  #price: { readonly unitMinor: number; readonly from: Date } | null = null;
  /** The last period that was looked at, and its end. */
  #number = 1;
  #endsAt: Date;
  #isRunningPaid: boolean;
  #startsAt: Date;
  /** The order of the renewal that was opened last. */
  #openOrderId: string | null = null;
  /** The orders of periods that are paid, by the number of the period. */
  readonly #paid = new Map<number, string>();

  constructor({ plan, quantity, zone, at, reduction }: ModelSale, first: Period) {
    this.plan = plan;
    [this.quantity, this.#zone, this.#unitMinor] = [quantity, zone, plan.unitMinor];
    this.#reduction = reduction && { ...reduction, units: quantity };
    const isFree = plan.freeDays !== null;
    const anchor = otherAnchor(at, zone);
    const end = isFree ? otherBoundary(anchor, 'Daily', plan.freeDays) : otherBoundary(anchor, plan.cycle, 1);
    this.#anchor = isFree ? otherAnchor(end, zone) : anchor;
    this.#anchorNumber = isFree ? 2 : 1;
    this.#payments = isFree ? 0 : 1;
    if (!isFree) this.#kept.set(1, quantity);
    this.#isRunningPaid = !isFree;
    this.expectedMinor = isFree ? 0 : this.#costs(0);
    this.paidUntil = end;
    this.expiresAt = new Date(end.getTime() + GRACE_MS);
    this.#endsAt = end;
    this.#startsAt = first.startsAt;
    assert.deepEqual(first.endsAt, end, 'the end of the first period');
    if (first.orderId !== null) this.#paid.set(1, first.orderId);
  }

  /** The number of the period that was looked at last. */
  get number(): number {
    return this.#number;
  }

  /** What one payment costs after `payments` others on this plan. */
  #costs(payments: number): number {
    return this.#unitMinor * this.quantity - this.#reductionOf(this.quantity, payments);
  }

  /** What so many units cost less after `payments` others. */
  #reductionOf(quantity: number, payments: number): number {
    const { minor = 0, units = 1, payments: most = 0 } = this.#reduction ?? {};
    return payments < most ? Math.round((minor * Math.min(quantity, units)) / units) : 0;
  }

  /** The periods that are new since the last look, oldest first, and those that were looked at last. */
  look(periods: readonly Period[]): void {
    for (const period of periods) {
      if (period.number > this.#number) this.#begin(period);
      if (period.number === this.#number) this.#latest(period);
    }
  }

  /** A period that nobody has seen before: its end is what the calendar says, in whatever state it is. */
  #begin(period: Period): void {
    const { number, startsAt, state, reason } = period;
    assert.equal(number, this.#number + 1, 'periods are numbered one by one');
    assert.deepEqual(startsAt, this.#endsAt, 'a period begins where the one before ends');
    // Whatever was opened is seen open before it is given up: only people do that.
    const isRenewal = state === 'Open' || state === 'Paid';
    // A renewal that is paid after its period has passed moves to the one that runs: what was agreed later waits.
    const isMoved = period.orderId !== null && period.orderId === this.#openOrderId;
    if ((isRenewal && !isMoved) || this.#beginsPlan(period)) this.#open(number, startsAt);
    const end = otherBoundary(this.#anchor, this.plan.cycle, number - this.#anchorNumber + 1);
    assert.deepEqual(period.endsAt, end, `the end of period ${number}, which is ${reason ?? state}`);
    this.#number = number;
    this.#endsAt = end;
    this.#startsAt = startsAt;
    this.#isRunningPaid = false;
    if (isRenewal) this.pausedUntil = null;
  }

  /** Whether a period that a downtime skipped is one of an agreed plan: none of the plan before had passed whole by then. */
  #beginsPlan({ number, reason, createdAt }: Period): boolean {
    if (reason !== 'Downtime' || this.next === null || this.next.dueMinor !== null) return false;
    return otherBoundary(this.#anchor, this.plan.cycle, number - this.#anchorNumber + 1) > createdAt;
  }

  /** A renewal is opened: what was agreed for it begins. */
  #open(number: number, startsAt: Date): void {
    assert.ok(!this.hasEnded && !this.isOwned, 'a renewal is opened after the end');
    assert.ok(this.stoppedAt === null, 'a renewal is opened although nothing may be charged');
    const agreed = this.next;
    this.next = null;
    if (agreed !== null && agreed.dueMinor === null) this.#beginPlan(agreed, number, startsAt);
    if (this.#price !== null && this.#price.from <= startsAt) {
      this.#unitMinor = this.#price.unitMinor;
      if (this.#reduction !== null) {
        const units = Math.min(this.quantity, this.#reduction.units);
        const minor = Math.round(this.#unitMinor * units * this.#reduction.share);
        this.#reduction = { ...this.#reduction, units, minor };
      }
      this.#price = null;
    }
  }

  #beginPlan({ plan, quantity, isOtherPlan }: Agreed, number: number, startsAt: Date): void {
    this.quantity = quantity;
    if (!isOtherPlan) return;
    if (plan.cycle !== this.plan.cycle) {
      this.#anchor = otherAnchor(startsAt, this.#zone);
      this.#anchorNumber = number;
    }
    this.plan = plan;
    this.#unitMinor = plan.unitMinor;
    this.#reduction = null;
    this.#price = null;
    this.#payments = 0;
    this.#kept.clear();
  }

  /** The cycles that are paid for all units. */
  get #cycles(): number {
    const units = [...this.#kept.values()].reduce((sum, paid) => sum + Math.min(paid, this.quantity), 0);
    return Math.floor(units / this.quantity);
  }

  #latest({ state, reason, endsAt, orderId }: Period): void {
    assert.deepEqual(endsAt, this.#endsAt, 'the end of the last period');
    if (state === 'Open') this.#openOrderId = orderId;
    const gives = state === 'Skipped' || (state === 'Paid' && reason !== 'FreeDays');
    if (gives) this.#giveAccess(endsAt);
  }

  #giveAccess(until: Date): void {
    if (until > this.paidUntil) this.paidUntil = until;
    const end = new Date(this.paidUntil.getTime() + GRACE_MS);
    if (end > this.expiresAt) this.expiresAt = end;
  }

  /** The money of a renewal has moved: its period is paid, once. `isReturned`: its period gives nothing any more. */
  renewed(period: Period, orderId: string, charge: ModelCharge): void {
    const { number } = period;
    assert.ok(!this.#paid.has(number), `period ${number} was charged twice`);
    assert.equal(charge.amountMinor, this.#costs(this.#payments), `the price of period ${number}`);
    this.#refuseStopped(charge);
    this.#paid.set(number, orderId);
    this.expectedMinor += charge.amountMinor;
    this.#payments += 1;
    this.#kept.set(number, this.quantity);
    if (number === this.#number) this.#isRunningPaid = true;
    this.#completeIfOwned();
  }

  #refuseStopped({ requestedAt }: ModelCharge): void {
    const isLate = this.stoppedAt !== null && requestedAt > this.stoppedAt;
    assert.ok(!isLate, 'something is charged after a cancellation, an end or a dispute');
  }

  #completeIfOwned(): void {
    if (this.plan.ownAfter === null || this.#cycles < this.plan.ownAfter) return;
    this.isOwned = true;
    this.next = null;
    this.pausedUntil = null;
  }

  /** It is completed instead of a renewal: what was paid for more units is enough for those that were agreed. */
  ownedByFewer(): void {
    if (this.next?.dueMinor === null && !this.next.isOtherPlan) this.quantity = this.next.quantity;
    this.#completeIfOwned();
  }

  /** What a change costs at once, to the cent, by the rules; null: it waits for the next renewal. */
  agree(plan: ModelPlan, quantity: number, now: Date): number | null {
    const isOtherPlan = plan.id !== this.plan.id;
    const payments = Math.max(0, this.#payments - 1);
    const before = this.#costs(payments);
    const reductionMinor = isOtherPlan ? 0 : this.#reductionOf(quantity, payments);
    const after = (isOtherPlan ? plan.unitMinor : this.#unitMinor) * quantity - reductionMinor;
    const dueMinor = this.#dueAtOnce({ plan, quantity, now, isOtherPlan }, before, after);
    const isSame = !isOtherPlan && quantity === this.quantity;
    this.next = isSame ? null : { plan, quantity, isOtherPlan, dueMinor };
    return dueMinor;
  }

  #dueAtOnce(
    change: Omit<Agreed, 'dueMinor' | 'isVoid'> & { readonly now: Date },
    before: number,
    after: number,
  ): number | null {
    const { plan, quantity, now, isOtherPlan } = change;
    const isOtherCycle = plan.cycle !== this.plan.cycle;
    const isDearer = after / MEAN_DAYS[plan.cycle] > before / MEAN_DAYS[this.plan.cycle];
    const endsTooEarly =
      isOtherCycle && otherBoundary(otherAnchor(now, this.#zone), plan.cycle, 1) < this.#endsAt;
    const isRunning = this.#isRunningPaid && this.#startsAt <= now && this.#endsAt > now;
    if (!isRunning || !isDearer || quantity < this.quantity || endsTooEarly) return null;
    const days = (milliseconds: number): number => milliseconds / DAY_MS;
    const whole = Math.max(1, Math.round(days(this.#endsAt.getTime() - this.#startsAt.getTime())));
    const rest = Math.min(whole, Math.ceil(days(this.#endsAt.getTime() - now.getTime())));
    const share = (minor: number): number => Math.floor((minor * rest) / whole);
    const unit = isOtherPlan ? plan.unitMinor : this.#unitMinor;
    const charged = (isOtherCycle ? unit : share(unit)) * (isOtherPlan ? quantity : quantity - this.quantity);
    const credit = isOtherPlan ? share(before) : 0;
    return charged > credit ? charged - credit : null;
  }

  /** The money of a change has moved. `firstPeriod`: the one that it began, where the cycle is another one. */
  changed(charge: ModelCharge, now: Date, firstPeriod: Period | undefined): void {
    const agreed = this.next;
    if (agreed === null || agreed.dueMinor === null || agreed.isVoid === true) {
      this.toReturn.push(charge);
      return;
    }
    assert.equal(charge.amountMinor, agreed.dueMinor, 'the price of a change is that of its preview');
    this.#refuseStopped(charge);
    this.next = null;
    this.expectedMinor += charge.amountMinor;
    const isOtherCycle = agreed.plan.cycle !== this.plan.cycle;
    if (isOtherCycle) {
      assert.ok(firstPeriod?.number === this.#number + 1, 'another cycle begins a period');
      assert.ok(Math.abs(Number(firstPeriod.startsAt) - Number(now)) < DAY_MS, 'it begins when it is paid');
      this.#anchor = otherAnchor(firstPeriod.startsAt, this.#zone);
      this.#anchorNumber = firstPeriod.number;
      this.#number = firstPeriod.number;
      this.#startsAt = firstPeriod.startsAt;
      this.#endsAt = otherBoundary(this.#anchor, agreed.plan.cycle, 1);
      this.#giveAccess(this.#endsAt);
      assert.deepEqual(firstPeriod.endsAt, this.#endsAt, 'the end of the first period of another cycle');
    }
    this.#beginPlan(agreed, this.#number, this.#startsAt);
    // The period that runs is paid on the new plan; a part of it counts for nothing that follows from payments.
    if (agreed.isOtherPlan) this.#payments = 1;
    const isFirstHalf = Number(now) - Number(this.#startsAt) <= Number(this.#endsAt) - Number(now);
    if (isOtherCycle || (isFirstHalf && this.#kept.has(this.#number)))
      this.#kept.set(this.#number, this.quantity);
    this.#isRunningPaid = true;
    this.#completeIfOwned();
  }

  /** What the rest of a rent to own costs at once; undefined where nothing is left. */
  restMinor(perpetualMinor: number): number | undefined {
    const { ownAfter } = this.plan;
    if (ownAfter === null || this.#cycles >= ownAfter) return undefined;
    let sum = 0;
    for (let cycle = 0; cycle < ownAfter - this.#cycles; cycle += 1)
      sum += this.#costs(this.#payments + cycle);
    return Math.min(sum, perpetualMinor * this.quantity);
  }

  paidOff(charge: ModelCharge): void {
    this.expectedMinor += charge.amountMinor;
    this.isOwned = true;
    this.next = null;
  }

  cancelled(at: number): void {
    this.isCancelled = true;
    this.next = null;
    this.pausedUntil = null;
    this.stoppedAt = at;
  }

  resumed(): void {
    this.isCancelled = false;
    this.stoppedAt = null;
  }

  /** It is over, for good or until somebody renews it; `now`: its licenses end now as well. */
  ended(at: number, now?: Date): void {
    this.hasEnded = true;
    this.next = null;
    this.pausedUntil = null;
    this.stoppedAt ??= at;
    if (now === undefined) return;
    if (now < this.paidUntil) this.paidUntil = now;
    if (now < this.expiresAt) this.expiresAt = now;
  }

  /** It goes on from a moment: periods are counted from there, after the last one before it. */
  restarted(last: Period): void {
    this.#anchor = otherAnchor(last.endsAt, this.#zone);
    this.#anchorNumber = last.number + 1;
    this.cut(last);
    this.hasEnded = false;
    this.isCancelled = false;
    this.pausedUntil = null;
    this.stoppedAt = null;
  }

  /** Everything ended within a period, which was cut. */
  cut(last: Period): void {
    this.#number = last.number;
    this.#endsAt = last.endsAt;
    this.#startsAt = last.startsAt;
  }

  extended(days: number, last: Period): void {
    const from = last.state === 'Void' ? last.startsAt : last.endsAt;
    const end = otherDaysLater(from, this.#zone, days);
    this.#endsAt = end;
    this.#anchor = otherAnchor(end, this.#zone);
    this.#anchorNumber = last.number + 1;
    this.#giveAccess(end);
    this.disturbChange();
  }

  /** What was to be paid for a change was worked out for another paid period. */
  disturbChange(): void {
    if (this.next !== null && this.next.dueMinor !== null) this.next = { ...this.next, isVoid: true };
  }

  paused(periods: number): Date {
    const cycles = this.#number + periods - this.#anchorNumber + 1;
    this.pausedUntil = otherBoundary(this.#anchor, this.plan.cycle, cycles);
    this.disturbChange();
    return this.pausedUntil;
  }

  priceAnnounced(unitMinor: number, from: Date, isTakenBack = unitMinor === this.#unitMinor): void {
    if (isTakenBack || !this.isCancelled) this.#price = isTakenBack ? null : { unitMinor, from };
  }

  /** The money of a period went back: it counts for nothing that follows from payments. */
  refunded(number: number): void {
    this.#kept.delete(number);
    if (number === this.#number) this.#isRunningPaid = false;
  }
}
