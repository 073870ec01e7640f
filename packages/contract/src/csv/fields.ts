import type { CsvKind } from '../csv-words.ts'

export type CsvFieldType = 'text' | 'email' | 'domain' | 'day' | 'time' | 'amount' | 'count' | 'status'

/** A field that a column can fill. */
export interface CsvField {
  type: CsvFieldType
  /** What exports call it, in small letters and digits alone. */
  headers: readonly string[]
}

const words = (text: string) => text.split(' ')
const field = (type: CsvFieldType, headers = ''): CsvField => ({ type, headers: words(headers) })
const named = (headers: string) => field('text', headers)

/** Which customer a row is about, the one that says most first. */
const customer = {
  'customer.customerId': named(
    'customerid accountid companyid associatedcompanyids kundennummer kundenid kundennr',
  ),
  'customer.domain': field('domain', 'domain companydomain companydomainname website webseite url'),
  'customer.email': field('email', 'customeremail email emailaddress email1 mail emailadresse'),
  'customer.id': field('text'),
}

/** The fields of each kind, the likeliest headers first; of fields that mean the same, the first is suggested. */
export const csvFields: Readonly<Record<CsvKind, Readonly<Record<string, CsvField>>>> = {
  customer: {
    customerId: named('customerid accountid companyid recordid id kundennummer kundenid kundennr'),
    domain: field('domain', 'domain companydomain companydomainname website websiteurl webseite url'),
    name: named(
      'name companyname company account accountname customer customername organization organisation firma firmenname kunde unternehmen',
    ),
    ownerEmail: field('email', 'owneremail accountowner companyowner owner accountmanager betreuer'),
    createdAt: field(
      'time',
      'createdat created createddate createdate createdutc createddateutc customersince since signupdate erstelltam angelegtam kundeseit',
    ),
  },
  user: {
    userId: named('userid contactid recordid id'),
    email: field('email', 'email emailaddress mail email1 workemail emailadresse'),
    name: named('name fullname contactname person contact ansprechpartner'),
    firstName: named('firstname givenname vorname'),
    lastName: named('lastname surname familyname nachname'),
    createdAt: field(
      'time',
      'createdat created createddate createdate createdutc createddateutc signedupat signupdate erstelltam registriertam',
    ),
    'customer.customerId': named(
      'customerid accountid companyid associatedcompanyid associatedcompanyids kundennummer',
    ),
    'customer.domain': field(
      'domain',
      'domain companydomain companydomainname website companywebsite webseite',
    ),
    'customer.id': field('text'),
  },
  member: {
    email: field('email', 'email emailaddress mail workemail emailadresse'),
    name: named('name fullname member mitarbeiter'),
    firstName: named('firstname givenname vorname'),
    lastName: named('lastname surname familyname nachname'),
    role: named('role rolle'),
    title: named('title jobtitle position'),
    managerEmail: field('email', 'manageremail manager'),
    territory: named('territory region gebiet'),
  },
  revenue: {
    ...customer,
    date: field('day', 'date day month snapshotdate period datum tag monat stichtag'),
    mrr: field(
      'amount',
      'mrr monthlyrecurringrevenue monthlyrevenue monthlyamount monatsumsatz mrreur mrrusd',
    ),
    paid: field('amount', 'paid amountpaid totalpaid bezahlt gezahlt'),
    currency: named('currency currencycode waehrung währung'),
    billingStatus: field('status', 'billingstatus subscriptionstatus status'),
    plan: named('plan planname product tarif'),
    activeSubscriptions: field('count', 'activesubscriptions subscriptions'),
  },
  opportunity: {
    sourceId: named('opportunityid dealid recordid id vorgangsnummer'),
    occurredAt: field(
      'time',
      'createdat created createdate createddate createdon closedate erstelltam datum date',
    ),
    title: named('title dealname opportunity opportunityname deal name titel bezeichnung'),
    summary: named('summary description beschreibung'),
    ...customer,
    'record.stage': named('stage dealstage opportunitystage phase status'),
    'record.pipeline': named('pipeline'),
    'record.amount': field('amount', 'amount dealamount value betrag wert summe'),
    'record.currency': named('currency dealcurrencycode currencycode währung waehrung'),
    'record.closeDate': field('day', 'closedate expectedclosedate abschlussdatum'),
  },
}

/** Where columns go that have no field of their own. */
export const otherHomes: Readonly<Record<CsvKind, string | null>> = {
  customer: 'traits',
  user: 'traits',
  member: null,
  revenue: null,
  opportunity: 'record',
}

/** The names of a kind's fields; where any other name is one too, its home with `*`. */
export function csvFieldNames(kind: CsvKind): string[] {
  const home = otherHomes[kind]
  return [...Object.keys(csvFields[kind]), ...(home === null ? [] : [`${home}.*`])]
}

/** Each list: one of these fields has to have a column. */
export const csvRequired: Readonly<Record<CsvKind, readonly (readonly string[])[]>> = {
  customer: [['customerId', 'domain']],
  user: [['email', 'userId']],
  member: [['email'], ['name', 'firstName', 'lastName']],
  revenue: [Object.keys(customer), ['mrr']],
  opportunity: [['sourceId'], ['occurredAt']],
}

/** The field of a kind by its name: `traits.plan` and `record.source` are there for any name. */
export function csvFieldOf(kind: CsvKind, name: string): CsvField | null {
  const known = csvFields[kind][name]
  if (known !== undefined) return known
  const others = otherHomes[kind]
  return others !== null && name.startsWith(`${others}.`) && name.length > others.length + 1
    ? field('text')
    : null
}

/** The fields that headers name by themselves, by the header's place. Of several columns for a field the likeliest has it. */
export function suggestFields(
  kind: CsvKind,
  headers: readonly string[],
  taken: ReadonlySet<string>,
): Map<number, string> {
  const plain = headers.map((header) =>
    header
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
  const fields = Object.entries(csvFields[kind]).filter(([name]) => !taken.has(name))
  const choices = [
    ...fields.map(([name]) => ({ name, called: [name.toLowerCase()] })),
    ...fields.map(([name, { headers: called }]) => ({ name, called })),
  ]
  const found = new Map<number, string>()
  const given = new Set<string>()
  for (const { name, called } of choices) {
    if (given.has(name)) continue
    const at = called.map((word) => plain.findIndex((header, index) => header === word && !found.has(index)))
    const index = at.find((place) => place !== -1)
    if (index === undefined) continue
    found.set(index, name)
    given.add(name)
  }
  return found
}
