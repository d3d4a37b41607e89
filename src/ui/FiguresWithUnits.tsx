import { pieces } from './figure-with-unit.ts'

/** Text whose figures stay with their units. Unchanged unless it is Chinese: other languages use no-break spaces. */
export function FiguresWithUnits({ children }: { children: string }) {
  if (!/[\u4e00-\u9fff]/.test(children)) return children
  return pieces(children).map((piece, i) => (piece.whole ? <span key={i} className="nobr">{piece.text}</span> : piece.text))
}
