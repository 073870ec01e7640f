/**
 * A file of the MaxMind DB format (version 2.0) in which each network has a record: `{ '192.0.2.0/24': { country: … } }`.
 * Networks of IPv4 stand under `::/96`, as in those that providers publish.
 */
export function countryDatabase(networks: Record<string, MapEntry>): Buffer {
  const root: Node = []
  const records: Buffer[] = []
  let size = 0
  for (const [network, entry] of Object.entries(networks)) {
    const [address, length] = network.split('/')
    const isV4 = !address!.includes(':')
    const bits = isV4 ? '0'.repeat(96) + bitsOfV4(address!) : bitsOfV6(address!)
    const path = bits.slice(0, Number(length) + (isV4 ? 96 : 0))
    let node = root
    for (const bit of path.slice(0, -1)) node = (node[Number(bit)] ??= []) as Node
    node[Number(path.at(-1))] = size
    records.push(encode(entry))
    size += records.at(-1)!.length
  }
  const nodes = [root]
  for (const node of nodes) for (const child of node) if (Array.isArray(child)) nodes.push(child)
  const tree = nodes.flatMap((node) =>
    [node[0], node[1]].map((child) => {
      const value = Buffer.alloc(3)
      const number = Array.isArray(child)
        ? nodes.indexOf(child)
        : child === undefined
          ? nodes.length
          : nodes.length + 16 + child
      value.writeUIntBE(number, 0, 3)
      return value
    }),
  )
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test-Country',
    ip_version: 6,
    node_count: nodes.length,
    record_size: 24,
  }
  const mark = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  return Buffer.concat([...tree, Buffer.alloc(16), ...records, mark, encode(metadata)])
}

type MapEntry = { [name: string]: string | number | MapEntry }
/** The two sides: a node, or the place of a record. */
type Node = (Node | number | undefined)[]

function encode(value: string | number | MapEntry): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.of(0x40 | value.length), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, 0xc4)
    bytes.writeUInt32BE(value, 1)
    return bytes
  }
  const fields = Object.entries(value).flatMap(([name, inner]) => [encode(name), encode(inner)])
  return Buffer.concat([Buffer.of(0xe0 | (fields.length / 2)), ...fields])
}

const bitsOf = (number: number, length: number) => number.toString(2).padStart(length, '0')
const bitsOfV4 = (address: string) =>
  address
    .split('.')
    .map((part) => bitsOf(Number(part), 8))
    .join('')
const bitsOfV6 = (address: string) => {
  const [left = [], right = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    .map((group) => bitsOf(Number.parseInt(group, 16), 16))
    .join('')
}
