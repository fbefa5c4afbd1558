import { getRouteApi } from '@tanstack/react-router';
import { ActivationPage } from './activation-page.tsx';

const route = getRouteApi('/activate/$activationId');

/** The page of the route, with the parameters of its address. */
export function ActivationEntry() {
  const { activationId } = route.useParams();
  // Another activation is a separate page: no choice made for one may affect the other.
  return <ActivationPage key={activationId} id={activationId} />;
}
