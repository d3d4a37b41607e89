import { pieces } from './figure-with-unit.ts'

/** Text whose figures stay with their units, whose dates and numbers with hyphens stay whole. `units` as in `pieces`. */
export function FiguresWithUnits({ children, units = true }: { children: string; units?: boolean }) {
  return pieces(children, units).map((piece, i) =>
    piece.whole ? (
      <span key={i} className="nobr">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}
