/**
 * A property of an element as the browser defines it. `form.elements` can be a field of that name, `document.title` an
 * image: whatever the page made hides the browser's own.
 */
export const native = <Node extends object, Name extends keyof Node>(node: Node, name: Name): Node[Name] =>
  Reflect.get(Object.getPrototypeOf(node) as Node, name, node)
