import type { Destination, ListedDelivery } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Peek } from '../../parts/peek.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { Attempts } from './attempts.tsx'
import { DeliveryChip } from './delivery-chip.tsx'
import styles from './destinations.module.css'
import { canResend, useResend } from './use-resend.ts'

interface DeliveryPeekProps {
  delivery: ListedDelivery
  destination: Destination | undefined
  onClose: () => void
}

/** One message on its way: how often it was tried, what the receiver answered, and what mends it. */
export function DeliveryPeek({ delivery, destination, onClose }: DeliveryPeekProps) {
  const may = useMay('agents:write')
  const work = useResend()
  const { title, status, tries, errorCode, errorMessage, nextAttemptAt, automationId, runId } = delivery
  const isOff = destination !== undefined && !destination.enabled
  return (
    <Peek label="A delivery" onClose={onClose}>
      <div className={styles.peek}>
        <h2>
          <Text value={title} />
        </h2>
        <p>
          <DeliveryChip status={status} tries={tries} />
        </p>
        {delivery.attempts.length > 0 ? (
          <Attempts attempts={delivery.attempts} />
        ) : (
          errorMessage !== null && (
            <p className={styles.answer}>
              <Text value={errorMessage} /> <code>{errorCode}</code>
            </p>
          )
        )}
        <Definitions
          items={[
            [
              'To',
              destination ? (
                <Link key="to" className={link.link} to="/destinations/$id" params={{ id: destination.id }}>
                  <Text value={destination.name} />
                </Link>
              ) : (
                'a destination that was archived'
              ),
            ],
            ['Attempts', formatNumber(tries)],
            ['Next', nextAttemptAt === null ? undefined : <Time key="next" at={nextAttemptAt} />],
            ['Accepted', <Time key="sent" at={delivery.sentAt} />],
            ['Changed', <Time key="changed" at={delivery.updatedAt} />],
            [
              'Sent by',
              automationId === null || runId === null ? (
                'a person or a program'
              ) : (
                <Link
                  key="by"
                  className={link.link}
                  to="/automations/$id"
                  params={{ id: automationId }}
                  search={{ tab: 'runs', run: runId }}
                >
                  its run
                </Link>
              ),
            ],
            ['Id', <code key="id">{delivery.id}</code>],
          ]}
        />
        {canResend(delivery) && (
          <>
            <Button
              kind="primary"
              data-key="r"
              disabled={!may || work.isPending || destination === undefined}
              onClick={() => work.mutate({ delivery, destination })}
            >
              {isOff ? 'Switch it on and send again' : 'Send again'} <kbd>r</kbd>
            </Button>
            <p className={styles.note}>
              {may
                ? 'It keeps its id: a receiver that knows it can tell that it has it already.'
                : 'Your role doesn’t include sending. An editor can.'}
            </p>
          </>
        )}
        {work.error && <Failed error={work.error} />}
      </div>
    </Peek>
  )
}
