import { Node } from 'ts-morph'

/** The outermost type or non-null assertion around a node (`node as T`, `node!`), or the node itself if there is none. */
export function withoutAssertions(node: Node): Node {
  const parent = node.getParent()
  const isAssertion =
    Node.isAsExpression(parent) || Node.isSatisfiesExpression(parent) || Node.isNonNullExpression(parent)
  return isAssertion ? withoutAssertions(parent) : node
}
