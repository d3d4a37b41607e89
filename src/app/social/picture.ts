/** The picture that a shared link shows (Open Graph): what stands in it, and its address, which changes with it. */
import { createHash } from 'node:crypto'
import type { Lang } from '../../lib/locale.ts'

export interface Picture {
  lang: Lang
  /** What it belongs to, above the title: "Claims guide". */
  label: string
  title: string
  /** One window leaves room for a title; home shows both. */
  windows: 1 | 2
}

export const PICTURE = { width: 1200, height: 630, type: 'image/png' } as const

/** Raise it when the drawing changes: a new address makes everyone who kept the old picture ask again. */
const DRAWING = 1

/** 16 hexadecimal digits of everything that decides how it looks. */
export const pictureKey = ({ lang, label, title, windows }: Picture): string =>
  createHash('sha256').update(JSON.stringify([DRAWING, lang, label, title, windows])).digest('hex').slice(0, 16)

/** Below `/assets/`, where hosts may keep files for ever. */
export const picturePath = (picture: Picture): string => `/assets/og/${pictureKey(picture)}.png`
