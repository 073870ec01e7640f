import { crc32c } from '@node-rs/crc32'
import {
  type DamagedRange,
  type LogEntry,
  maxPayloadBytes,
  type Position,
} from '../../../kernel/store/ports.ts'

/**
 * A frame: kind (4 bytes) · length of what follows the header (4) · CRC-32C (4) · payload; little-endian.
 *
 * Both kinds begin with 0xFF, which never occurs in UTF-8: a payload of JSON can't hold the start of a frame, so
 * that a reader finds its way back after damage.
 */
export const frameHeaderBytes = 12
/** A record; the checksum covers length and payload. */
const recordKind = Buffer.from([0xff, 0x43, 0x49, 0x01])
/** A range given up: readers skip it. The checksum covers the length alone, so that its content may be anything. */
const voidKind = Buffer.from([0xff, 0x43, 0x49, 0x02])
const recordKindNumber = recordKind.readUInt32LE()
const voidKindNumber = voidKind.readUInt32LE()

/** Writes the header for `payload` into `header` at `offset`. */
export function writeRecordHeader(header: Buffer, offset: number, payload: Uint8Array): void {
  recordKind.copy(header, offset)
  header.writeUInt32LE(payload.length, offset + 4)
  header.writeUInt32LE(checksum(header, offset, payload), offset + 8)
}

/** The header that makes the `bytes` from its start (at least {@link frameHeaderBytes}) a range that readers skip. */
export function voidHeader(bytes: number): Buffer {
  const header = Buffer.alloc(frameHeaderBytes)
  voidKind.copy(header)
  header.writeUInt32LE(bytes - frameHeaderBytes, 4)
  header.writeUInt32LE(crc32c(header.subarray(4, 8)), 8)
  return header
}

export interface ScanResult {
  entries: LogEntry[]
  damaged: DamagedRange[]
  /** Where the next scan starts. */
  next: Position
  /** How many bytes from `next` the next scan needs to see at least, to get on. */
  needs: number
}

/**
 * Finds the frames in `buffer`, whose first byte lies at `position`. With `complete`, nothing follows the buffer:
 * what is no whole valid frame is damage. Without, a frame that the buffer cuts is left for the next scan.
 */
export function scanFrames(buffer: Buffer, position: Position, complete: boolean): ScanResult {
  const entries: LogEntry[] = []
  const damaged: DamagedRange[] = []
  let offset = 0
  let needs = frameHeaderBytes
  while (offset < buffer.length) {
    const frame = frameAt(buffer, offset)
    if (frame.kind === 'cut' && !complete) {
      needs = frame.bytes
      break
    }
    if (frame.kind === 'record') {
      const end = offset + frame.bytes
      entries.push({
        position: position + offset,
        next: position + end,
        payload: buffer.subarray(offset + frameHeaderBytes, end),
      })
      offset = end
    } else if (frame.kind === 'void') {
      offset += frame.bytes
    } else {
      const end = nextFrame(buffer, offset + 1, complete)
      damaged.push({ position: position + offset, bytes: end - offset, reason: 'checksum does not match' })
      offset = end
    }
  }
  return { entries, damaged, next: position + offset, needs }
}

type Frame = { kind: 'record' | 'void' | 'cut'; bytes: number } | { kind: 'bad' }

/** `cut` means: it may be a frame, of so many bytes, but the buffer ends before it does. */
function frameAt(buffer: Buffer, offset: number): Frame {
  const left = buffer.length - offset
  if (left < frameHeaderBytes) return { kind: 'cut', bytes: frameHeaderBytes }
  const kind = buffer.readUInt32LE(offset)
  const length = buffer.readUInt32LE(offset + 4)
  const bytes = frameHeaderBytes + length
  const stored = buffer.readUInt32LE(offset + 8)
  if (kind === recordKindNumber) {
    if (length > maxPayloadBytes) return { kind: 'bad' }
    if (left < bytes) return { kind: 'cut', bytes }
    return checksum(buffer, offset, buffer.subarray(offset + frameHeaderBytes, offset + bytes)) === stored
      ? { kind: 'record', bytes }
      : { kind: 'bad' }
  }
  if (kind === voidKindNumber && crc32c(buffer.subarray(offset + 4, offset + 8)) === stored)
    return { kind: 'void', bytes }
  return { kind: 'bad' }
}

/** Offset of the next frame from `from` on that is valid, or that the buffer cuts; else where the buffer ends. */
function nextFrame(buffer: Buffer, from: number, complete: boolean): number {
  for (let at = buffer.indexOf(0xff, from); at !== -1; at = buffer.indexOf(0xff, at + 1)) {
    const begins = recordKind.subarray(0, 3).compare(buffer, at, Math.min(at + 3, buffer.length)) === 0
    const { kind } = begins || at + 3 > buffer.length ? frameAt(buffer, at) : { kind: 'bad' }
    if (kind === 'record' || kind === 'void') return at
    if (kind === 'cut' && !complete) return at
  }
  return buffer.length
}

/** Of the length, which stands at 4 in the header, and the payload. */
function checksum(header: Buffer, offset: number, payload: Uint8Array): number {
  return crc32c(payload, crc32c(header.subarray(offset + 4, offset + 8)))
}
