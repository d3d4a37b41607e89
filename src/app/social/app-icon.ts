/**
 * The logo as an app icon. Home screens round the corners themselves: the background fills the square, the logo stays
 * near the centre.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Logo } from '../../ui/Logo.tsx'

export interface AppIcon {
  name: string
  size: number
  /** In the manifest; the icon for iOS is named by a link in the page. */
  purpose?: 'any' | 'maskable'
}

export const APP_ICONS: readonly AppIcon[] = [
  { name: 'app-180', size: 180 },
  { name: 'app-192', size: 192, purpose: 'any' },
  { name: 'app-512', size: 512, purpose: 'any' },
  { name: 'app-maskable', size: 512, purpose: 'maskable' },
]

/** A mask may cut off a fifth at each side. */
const SHARE = { any: 0.6, maskable: 0.5 }

export function drawAppIcon({ size, purpose = 'any' }: AppIcon): string {
  const mark = Math.round(size * SHARE[purpose])
  const edge = Math.round((size - mark) / 2)
  const drawn = renderToStaticMarkup(createElement(Logo, { size: mark })).replace(
    '<svg',
    `<svg x="${edge}" y="${edge}" overflow="visible"`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="#0f5c63"/><g color="#fbfaf7">${drawn}</g></svg>`
}
