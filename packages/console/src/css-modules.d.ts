declare module '*.module.css' {
  /** The names of a style sheet, as the build makes them. */
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
declare module '@fontsource-variable/inter/wght.css'
declare module '*?worker&url' {
  /** Where a script is that a worker runs. */
  const url: string
  export default url
}
