/** The picture that a shared link shows (Open Graph): its contents, and its address, which changes with them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Lang } from '../../lib/locale.ts'

export interface Picture {
  lang: Lang
  /** Label above the title: "Claims guide". */
  label: string
  title: string
  /** One window leaves room for a title; home shows both. */
  windows: 1 | 2
}

export const PICTURE = { width: 1200, height: 630, type: 'image/png' } as const

/** The sources that draw. When one of these changes, every picture gets a new address, and none is taken from `.cache`. */
const DRAWN_BY = [
  'src/app/social/link-picture-svg.ts',
  'src/app/social/font-outlines.ts',
  'src/app/social/title-lines.ts',
  'src/app/social/render-png.ts',
  'src/app/social/figtree-600.ttf',
  'src/app/styles/drawing.css',
  'src/ui/Logo.tsx',
  'src/ui/HeroWindows.tsx',
  'src/lib/site.ts',
]
let hand: string | undefined

function handOf(): string {
  const hash = createHash('sha256')
  for (const file of DRAWN_BY) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** 16 hexadecimal digits of everything that determines how it looks. */
export function pictureKey({ lang, label, title, windows }: Picture): string {
  hand ??= handOf()
  return createHash('sha256')
    .update(JSON.stringify([hand, lang, label, title, windows]))
    .digest('hex')
    .slice(0, 16)
}

/** Below `/assets/`, where hosts may cache files forever. */
export const picturePath = (picture: Picture): string => `/assets/og/${pictureKey(picture)}.png`
