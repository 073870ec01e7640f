import type { Destination } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import link from '../../parts/link.module.css'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { Section } from '../../parts/section.tsx'
import styles from './destinations.module.css'

/** Trying a destination, switching it on and off, archiving it. */
export function DestinationActs({ destination }: { destination: Destination }) {
  const { id, enabled } = destination
  const may = useMay('agents:write')
  const mayNotify = useMay('notifications:send')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const again = () => queryClient.invalidateQueries({ queryKey: ['destinations'] })
  const test = useMutation({
    mutationFn: async () =>
      await client.tools.sendNotification({
        title: 'A message to try this destination',
        message: 'Somebody asked for it in the console. Nothing happened.',
        destinationIds: [id],
      }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  const change = useMutation({
    mutationFn: async (): Promise<unknown> =>
      enabled ? await client.destinations.disable(id) : await client.destinations.enable(id),
    onSuccess: again,
  })
  const archive = useMutation({
    mutationFn: async () => await client.destinations.archive(id),
    onSuccess: async () => {
      await navigate({ to: '/destinations' })
      await again()
    },
  })
  return (
    <Section title="What can be done">
      <div className={styles.acts}>
        <Button disabled={!mayNotify || !enabled || test.isPending} onClick={() => test.mutate()}>
          Send a test message
        </Button>
        <Button disabled={!may || change.isPending} onClick={() => change.mutate()}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <ConfirmButton
          disabled={!may || archive.isPending}
          question="Nothing goes there any more, and it doesn’t come back."
          onConfirm={() => archive.mutate()}
        >
          Archive destination
        </ConfirmButton>
      </div>
      {test.isSuccess && (
        <p role="status">
          Sent off.{' '}
          <Link className={link.link} to="/destinations" search={{ tab: 'deliveries', destination: id }}>
            See whether it arrives
          </Link>
        </p>
      )}
      <SaveFailed error={test.error ?? change.error ?? archive.error} />
    </Section>
  )
}
