import { Button, Paper, Text, Title } from '@mantine/core';
import type { BillingDetails } from '../api/checkout.ts';

interface BillingNoteProps {
  readonly billing: BillingDetails;
  readonly isSending: boolean;
  readonly onRemove: () => void;
}

/**
 * The billing details from the shop, shown for confirmation: the bill contains them only if they are still on this
 * page.
 */
export function BillingNote({ billing, isSending, onRemove }: BillingNoteProps) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="billing-heading">
      <Title order={3} size="h6" id="billing-heading" mb={4}>
        Also on your bill
      </Title>
      {linesOf(billing).map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      <Button variant="subtle" size="compact-md" mt="xs" ml={-8} disabled={isSending} onClick={onRemove}>
        Remove these details
      </Button>
    </Paper>
  );
}

function linesOf({ businessName, taxId, phone, address }: BillingDetails): string[] {
  const place = address && [address.postCode, address.locality, address.region].filter(Boolean).join(' ');
  const lines = [
    businessName,
    taxId && `Tax ID: ${taxId}`,
    phone && `Phone: ${phone}`,
    address?.streetAddress1,
    address?.streetAddress2,
    place,
    address?.countryCode,
  ];
  return lines.flatMap((line) => (line ? [line] : []));
}
