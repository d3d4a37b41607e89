/**
 * Small drawings of the steps in the style of look.md "Illustration": classes of `drawing.css` and paths on 64 × 64,
 * with the ground at 58. No line crosses the sun's colour, on which it would be invisible in the dark theme.
 */
import type { PictureId } from '../rules/process-steps.ts'

type Shape = readonly [look: string, path: string]

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1 ${-r * 2} 0z`
const sheet: Shape = ['d3 s', 'M12 8h32v50H12z']
const lines: Shape = ['s x thin', 'M19 18h18M19 26h18M19 34h9']

export const PICTURES: Readonly<Record<PictureId, readonly Shape[]>> = {
  clinic: [
    ['d3 s', 'M10 58V22h44v36'],
    ['d1 s', 'M26 58V44h12v14'],
    ['d1 s thin', disc(32, 32, 9)],
    ['s x', 'M32 28v8m-4-4h8'],
    ['s x', 'M4 58h56'],
  ],
  documents: [
    ['d2 s', 'M22 8h30v42H22z'],
    ['d3 s', 'M12 16h30v42H12z'],
    ['s x thin', 'M19 26h16M19 34h16M19 42h9'],
  ],
  phone: [
    ['n1 s', 'M22 6h20a5 5 0 0 1 5 5v42a5 5 0 0 1-5 5H22a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5z'],
    ['d3', 'M22 13h20v36H22z'],
    ['s x thin', 'M26 21h12M26 27h12'],
    ['s x', 'm26 38 4 4 8-8'],
  ],
  receipt: [
    ['d3 s', 'M14 8h36v50l-6-4-6 4-6-4-6 4-6-4-6 4z'],
    ['d1 s thin', disc(32, 24, 9)],
    ['s x thin', 'M32 19v5l4 2M22 41h20M22 47h12'],
  ],
  stopped: [
    ['s x', 'M28 6h8M32 6v8'],
    ['d3 s', disc(32, 36, 22)],
    ['s x', 'M27 28v16M37 28v16'],
  ],
  decision: [sheet, lines, ['le s', disc(44, 46, 11)], ['s x', 'm39 46 4 4 6-7']],
  payment: [
    ['n2 s', 'M12 26h40a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V30a4 4 0 0 1 4-4z'],
    ['mo', 'M9 33h46v6H9z'],
    ['ms', 'M16 49h12'],
    ['su s', disc(46, 16, 9)],
  ],
  bank: [
    ['su s', 'M6 26 32 8l26 18z'],
    ['d3 s', 'M12 26h40v26H12z'],
    ['s x', 'M20 30v18M32 30v18M44 30v18M6 58h52M10 52h44'],
  ],
  review: [
    ['d3 s', 'M8 10h40v28H26l-9 9v-9H8z'],
    ['s x thin', 'M16 20h24M16 28h15'],
    ['d1 s', 'M34 46h22v12H34z'],
    ['s x thin', 'M40 52h10'],
  ],
  plans: [
    ['d3 s', 'M7 12h22v46H7zM35 12h22v46H35z'],
    ['s x thin', 'M13 22h10M13 30h10M41 22h10M41 30h10'],
    ['d1 s thin', disc(18, 46, 5)],
    ['su s thin', disc(46, 46, 5)],
  ],
  form: [sheet, lines, ['su s', 'm28 47 20-24 7 6-20 24-9 3z']],
  health: [
    ['d2 s', 'M32 56C14 45 6 33 10 22c4-10 18-9 22 2 4-11 18-12 22-2 4 11-4 23-22 34z'],
    ['s x thin', 'M13 36h10l4-8 6 15 4-7h14'],
  ],
  policy: [
    ['d3 s', 'M8 10h48v36H8z'],
    ['s x thin', 'M16 20h24M16 28h16'],
    ['n2 s thin', 'M39 42v16l6-4 6 4V42'],
    ['mo s', disc(45, 38, 9)],
  ],
  help: [
    ['s x', 'M14 38v-6a18 18 0 0 1 36 0v6'],
    ['n2 s', 'M9 37h9v15H9zM46 37h9v15h-9z'],
    ['s x', 'M50 52c0 5-6 6-13 6'],
    ['su s thin', disc(34, 57, 3)],
  ],
  cancel: [sheet, ['s x', 'M19 30h12a8 8 0 0 1 0 16H22M25 24l-6 6 6 6']],
  calendar: [
    ['d3 s', 'M9 14h46v44H9z'],
    ['su s', 'M9 14h46v12H9z'],
    ['s x', 'M21 8v11M43 8v11m-20 22 6 6 12-12'],
  ],
}
