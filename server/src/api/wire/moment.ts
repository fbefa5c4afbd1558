export { Moment, momentOf } from '../../kernel/moment.ts';
