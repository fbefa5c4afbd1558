export { type DeliveryRequest, requestsOf } from './delivery-requests.ts';
export { eventHooks } from './event-hooks.ts';
export {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  type EndpointWithSecret,
  findEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './manage-endpoints.ts';
export { eventMailJob } from './mails/mail-events.ts';
export { notificationIssues, notificationTypes } from './mails/notification-issues.ts';
export { replayRunning, tooManyWebhooks, webhookDisabled } from './problems.ts';
export { listDeliveries, replayEvents, retryDelivery, testEndpoint } from './request-deliveries.ts';
export { deliverJob } from './sending/deliver-job.ts';
export { deliveryPorts } from './sending/delivery-ports.ts';
export { publicSigner } from './sending/public-signer.ts';
export { type Attempt, type Delivery, type Endpoint, FORMS, PAYLOADS } from './tables.ts';
export { purgeDeliveries, wakeEndpoints, watchEndpoints } from './watch-endpoints.ts';
