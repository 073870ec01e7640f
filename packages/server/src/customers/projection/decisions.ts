import { identityTables } from '../tables/identity-tables.ts'
import { type CustomerMerges, decideMerge } from '../identity/customer-merges.ts'
import { pairKey, type PairDecisions } from '../identity/person-graph.ts'
import type { CustomerMergeRecord, IdentityRecord } from '../../kernel/log/record.ts'
import { type SqlWriter, textItems } from '../../kernel/sql/database.ts'
import type { SubjectTable } from './subject-table.ts'
import type { Subject } from './subject.ts'

/** What decisions about customers can affect. */
export interface ConcernedByMerges {
  customerIds: Set<string>
  subjects: Subject[]
  /** Company domains that records state for these customers. */
  domains: string[]
}

/** People's decisions about identities, from the log. */
export class Decisions {
  #writer: SqlWriter
  #links: Map<string, 'cut' | 'join'>
  #merges: Map<string, string>

  private constructor(writer: SqlWriter, links: PairDecisions, merges: CustomerMerges) {
    this.#writer = writer
    this.#links = new Map(links)
    this.#merges = new Map(merges)
  }

  static async open(writer: SqlWriter): Promise<Decisions> {
    const links = await writer.all<{ pair: string; decision: 'cut' | 'join' }>(
      'select pair, decision from identity_decisions',
    )
    const merges = await writer.all<{ duplicate: string; survivor: string }>(
      'select duplicate, survivor from customer_merges',
    )
    return new Decisions(
      writer,
      new Map(links.map(({ pair, decision }) => [pair, decision])),
      new Map(merges.map(({ duplicate, survivor }) => [duplicate, survivor])),
    )
  }

  get links(): PairDecisions {
    return this.#links
  }

  get merges(): CustomerMerges {
    return this.#merges
  }

  /** The current state, for {@link restore}. */
  copy(): { links: PairDecisions; merges: CustomerMerges } {
    return { links: new Map(this.#links), merges: new Map(this.#merges) }
  }

  restore({ links, merges }: { links: PairDecisions; merges: CustomerMerges }): void {
    this.#links = new Map(links)
    this.#merges = new Map(merges)
  }

  /** Applies decisions about links; returns the keys whose people must be recomputed. */
  async decideLinks(records: readonly IdentityRecord[]): Promise<Set<string>> {
    const keys = new Set<string>()
    for (const { decision, left, right, cause, receivedAt } of records) {
      const pair = pairKey(left, right)
      keys.add(left).add(right)
      await this.#writer.all('delete from identity_decisions where pair = $1', [pair])
      this.#links.delete(pair)
      if (decision === 'mend') continue
      this.#links.set(pair, decision)
      await this.#writer.append(identityTables.identity_decisions, [
        { pair, decision, cause, decided_at: receivedAt },
      ])
    }
    return keys
  }

  /** Applies decisions about customers; returns everything whose customer must be recomputed. */
  async decideMerges(
    records: readonly CustomerMergeRecord[],
    subjects: SubjectTable,
  ): Promise<ConcernedByMerges> {
    const customerIds = new Set<string>()
    for (const record of records) {
      const [duplicate, survivor] = decideMerge(this.#merges, record)
      if (duplicate === undefined || survivor === undefined) continue
      customerIds.add(duplicate).add(survivor)
      await this.#writer.all('delete from customer_merges where duplicate = $1', [duplicate])
      if (record.decision === 'part') continue
      const { cause, receivedAt } = record
      await this.#writer.append(identityTables.customer_merges, [
        { duplicate, survivor, cause, decided_at: receivedAt },
      ])
    }
    if (customerIds.size === 0) return { customerIds, subjects: [], domains: [] }
    const theirs = await this.#writer.all<{ subject: number; domain: string | null }>(
      `select distinct s.subject, r.domain from subjects s left join account_records r on r.subject = s.subject
       where s.customer_id in (${textItems(1)})`,
      [[...customerIds]],
    )
    return {
      customerIds,
      subjects: await subjects.loadById([...new Set(theirs.map(({ subject }) => subject))]),
      domains: [...new Set(theirs.flatMap(({ domain }) => (domain === null ? [] : [domain])))],
    }
  }
}
