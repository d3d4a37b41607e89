/**
 * The frame of a picture: its size, and where its header and its own bytes end. Read before a decoder sees the file.
 * Sources: ITU T.81 (JPEG) annex B, PNG specification §5.
 */
export interface Frame {
  width: number
  height: number
  /** Where the picture's data begins; before it are names and notes. */
  head: number
  /** Where the picture ends; what follows is not part of it. */
  end: number
  /**
   * Bytes that a decoder must hold at the same time: a progressive or interlaced picture can only be decoded as a
   * whole.
   */
  held: number
}

const SOS = 0xda
const EOI = 0xd9
const PROGRESSIVE = [0xc2, 0xc6, 0xca, 0xce]
/** Markers C0–CF that are not frame headers: Huffman tables, an extension, arithmetic conditioning. */
const NO_FRAME = [0xc4, 0xc8, 0xcc]
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker)
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** `undefined` when it is truncated or not a JPEG. */
export function jpegFrame(bytes: Buffer): Frame | undefined {
  let size: Pick<Frame, 'width' | 'height' | 'held'> | undefined
  let head = 0
  for (let at = 2; at + 4 <= bytes.length + 2;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]
    if (marker === undefined) return undefined
    // Fill bytes may be before any marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) return size && head > 0 ? { ...size, head, end: at + 2 } : undefined
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    if (next < at + 4 || next > bytes.length) return undefined
    if (isFrame(marker)) {
      if (next < at + 10) return undefined
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      size = {
        width,
        height,
        held: PROGRESSIVE.includes(marker) ? width * height * 2 * layers(bytes.subarray(at + 10, next)) : 0,
      }
    }
    if (marker === SOS) head ||= next
    at = marker === SOS ? afterScan(bytes, next) : next
  }
  return undefined
}

/** How many full-size layers its components add up to: 3, or 1.5 when colours are sampled at half the width and height. */
function layers(components: Buffer): number {
  const areas: number[] = []
  for (let at = 1; at < components.length; at += 3) {
    const factors = components[at] ?? 0
    areas.push((factors >> 4) * (factors & 15))
  }
  return areas.reduce((sum, it) => sum + it, 0) / Math.max(...areas, 1)
}

/** Skips entropy-coded data: FF 00 is a byte of it, FF D0–D7 a restart within it. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]
    if (marker !== undefined && marker !== 0 && marker !== 0xff && !standsAlone(marker)) return at
  }
  return bytes.length
}

/** `undefined` when it is truncated or not a PNG. */
export function pngFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  // Interlaced: four channels with its bit depth each.
  const size = { width, height, held: bytes[28] === 1 ? width * height * 4 * Math.ceil((bytes[24] ?? 8) / 8) : 0 }
  let head = 0
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + bytes.readUInt32BE(at)
    if (next > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') head ||= at
    if (type === 'IEND') return head > 0 ? { ...size, head, end: next } : undefined
    at = next
  }
  return undefined
}
