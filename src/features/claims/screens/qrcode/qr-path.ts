/** A QR code as one SVG path of `size` × `size`, quiet zone included. Loaded only where one is shown. */
import { create } from 'qrcode'

const QUIET = 2

export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`
  }
  return { size: modules.size + QUIET * 2, path }
}
