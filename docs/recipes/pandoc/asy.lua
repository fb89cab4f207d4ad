-- Draws code blocks of the class "asy" on a fleet: pandoc --lua-filter asy.lua page.md -o page.html (or .docx, .pdf)
local fleet = os.getenv('FLEET') or 'http://localhost:8080'
local formats = {latex = 'pdf', beamer = 'pdf', docx = 'png', odt = 'png', pptx = 'png'}
local types = {svg = 'image/svg+xml', pdf = 'application/pdf', png = 'image/png'}

function CodeBlock(block)
    if not block.classes:includes('asy') then
        return nil
    end
    local format = formats[FORMAT] or 'svg'
    local url = fleet .. '/asymptote/' .. format .. (format == 'png' and '?scale=4' or '')
    local arguments = {'--silent', '--show-error', '--fail-with-body', '--data-binary', '@-', '-H', 'Content-Type: text/plain', url}
    local drawn, picture = pcall(pandoc.pipe, 'curl', arguments, block.text)
    if not drawn then
        error('asy: ' .. (picture.output or tostring(picture)))
    end
    local name = pandoc.utils.sha1(block.text) .. '.' .. format
    pandoc.mediabag.insert(name, types[format], picture)
    return pandoc.Para {pandoc.Image({}, name, '', {alt = block.attributes.alt})}
end
