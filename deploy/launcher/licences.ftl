<#list dependencyMap as entry>
${entry.key.groupId}:${entry.key.artifactId}|${entry.key.version}|${entry.value?join(", ")}
</#list>
