/**
 * Browser and system named by a user agent, in the short form that a session stores: enough to recognise a device, not
 * to track it.
 */
import { z } from 'zod/mini'

const BROWSERS = [
  'wechat',
  'qq',
  'uc',
  'huawei',
  'samsung',
  'edge',
  'opera',
  'firefox',
  'chrome',
  'safari',
  'other',
] as const
const SYSTEMS = ['iphone', 'ipad', 'harmony', 'android', 'windows', 'mac', 'chromeos', 'linux', 'other'] as const
type Browser = (typeof BROWSERS)[number]
type System = (typeof SYSTEMS)[number]

export const agentSchema = z.object({ browser: z.enum(BROWSERS), system: z.enum(SYSTEMS) })
export type Agent = z.output<typeof agentSchema>

/** Order matters: most browsers also name Chrome and Safari, so those come last. */
const BROWSER_MARKS: readonly (readonly [Browser, RegExp])[] = [
  ['wechat', /MicroMessenger/i],
  ['qq', /\bM?QQBrowser/i],
  ['uc', /\bUC(?:Browser|Web)/i],
  ['huawei', /HuaweiBrowser/i],
  ['samsung', /SamsungBrowser/i],
  ['edge', /\bEdg(?:e|A|iOS)?\//i],
  ['opera', /\bOPR\/|\bOpera\b/i],
  ['firefox', /\b(?:Firefox|FxiOS)\//i],
  ['chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//i],
  ['safari', /\bSafari\//i],
]
const SYSTEM_MARKS: readonly (readonly [System, RegExp])[] = [
  ['iphone', /\biP(?:hone|od)\b/i],
  ['ipad', /\biPad\b/i],
  ['harmony', /HarmonyOS|OpenHarmony/i],
  ['android', /\bAndroid\b/i],
  ['windows', /\bWindows\b/i],
  ['mac', /\bMac(?:intosh| OS X)\b/i],
  ['chromeos', /\bCrOS\b/i],
  ['linux', /\bLinux\b/i],
]
/** Longest prefix that is parsed; real browsers send less. */
const LONGEST = 512

/** The short form of a user agent. */
export function agentOf(userAgent: string): Agent {
  const text = userAgent.slice(0, LONGEST)
  const find = <T>(marks: readonly (readonly [T, RegExp])[]): T | 'other' =>
    marks.find(([, mark]) => mark.test(text))?.[0] ?? 'other'
  return { browser: find(BROWSER_MARKS), system: find(SYSTEM_MARKS) }
}
