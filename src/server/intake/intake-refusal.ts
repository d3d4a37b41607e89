import { Refusal } from '../http/call-handlers.ts'
import type { Kind } from './detect-file-type.ts'

/** Why a file is refused. Words: `errors:field.<code>`, figures from `WORD_FIGURES`. */
const INTAKE_CODES = [
  'file_type',
  'file_heic',
  'file_mismatch',
  'file_mixed',
  'file_size',
  'file_empty',
  'file_broken',
  'file_damaged',
  'file_form',
  'file_attached',
  'file_differs',
  'file_blank',
  'file_complex',
  'file_locked',
  'file_pages',
  'file_pixels',
  'file_virus',
  'file_checksum',
  'file_name',
  'file_unchecked',
] as const
export type IntakeCode = (typeof INTAKE_CODES)[number]

/** The reason for which a file was refused; undefined for any other error. */
export const intakeCodeOf = (error: unknown): IntakeCode | undefined =>
  error instanceof Refusal ? INTAKE_CODES.find((code) => code === error.code) : undefined

export function refuseFile(code: IntakeCode): never {
  throw new Refusal(code, { fields: { file: code } })
}

/** The process that read the file was killed or died: the file is refused, and its sender's other files wait a while. */
export class ProcessStopped extends Refusal {
  constructor(kind: Kind) {
    // A sound PDF can be too much to read; a picture that is has other dimensions than it says.
    const code: IntakeCode = kind === 'pdf' ? 'file_complex' : 'file_broken'
    super(code, { fields: { file: code } })
    this.name = 'ProcessStopped'
  }
}
