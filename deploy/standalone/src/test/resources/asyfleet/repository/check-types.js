// Checks the types of scripts with TypeScript, in a browser. `files` has the texts of all files by their paths. The value
// is a list of complaints.
(() => {
  const folders = new Set();
  for (const name of Object.keys(files)) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) folders.add(name.slice(0, at));
  }
  const host = {
    fileExists: name => name in files,
    readFile: name => files[name],
    directoryExists: name => folders.has(name),
    getDirectories: () => [],
    getSourceFile: (name, version) => name in files ? ts.createSourceFile(name, files[name], version) : undefined,
    getDefaultLibFileName: () => '/lib/lib.d.ts',
    getDefaultLibLocation: () => '/lib',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
  };
  const options = {
    noEmit: true, allowJs: true, checkJs: true, skipLibCheck: true, types: [],
    target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  };
  const roots = [
    '/editor/assets.d.ts', '/editor/editor.js', '/client/asyfleet.js', '/client/asy-figure.js', '/embed/embed.js', '/stats/stats.js', '/api/api.js',
  ];
  const program = ts.createProgram(roots, options, host);
  return ts.getPreEmitDiagnostics(program).map(({file, start, messageText}) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
})()
