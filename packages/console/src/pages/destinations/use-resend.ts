import type { Destination, ListedDelivery } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

/** Sends again what a destination did not take, under the same id; one that is off is switched on first. */
export function useResend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      delivery,
      destination,
    }: {
      delivery: ListedDelivery
      destination?: Destination
    }) => {
      if (destination && !destination.enabled) await client.destinations.enable(destination.id)
      await client.destinations.resend(delivery.destinationId, { deliveryIds: [delivery.id] })
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
        queryClient.invalidateQueries({ queryKey: ['destinations'] }),
      ])
    },
  })
}

/** Whether it can be sent again: what waits is sent by itself. */
export function canResend({ status }: Pick<ListedDelivery, 'status'>): boolean {
  return status === 'FAILED' || status === 'SKIPPED'
}
