/**
 * A browser that translates a page moves its text nodes into `<font>` elements, or takes them out and puts such
 * elements in their place. React still knows the text nodes: removing one, or inserting something before one, throws,
 * and the island is lost. Here the element that holds or replaces such a node stands for it.
 */

/** Text nodes that were taken out of the page, with the elements in their place. */
const replaced = new WeakMap<Node, Node>()

/** The child of `parent` that stands for `node`; null when it has none any more. */
function childFor(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  const here = replaced.get(node) ?? node
  return Array.from(parent.childNodes).find((child) => child.contains(here)) ?? null
}

/** Called once per page, before React renders anything. */
export function surviveTranslation(): void {
  const { prototype } = Node
  // oxlint-disable-next-line typescript/unbound-method -- called with the node below
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const found = childFor(this, child)
    if (found) removeChild.call(this, found)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childFor(this, before))
    return node
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes)
      if (addedNodes[0]?.nodeName === 'FONT' && removedNodes[0]) replaced.set(removedNodes[0], addedNodes[0])
  }).observe(document, { childList: true, subtree: true })
}
