rootProject.name = "asyfleet"

dependencyResolutionManagement {
    repositoriesMode.set(RepositoriesMode.FAIL_ON_PROJECT_REPOS)
    repositories {
        mavenCentral()
    }
}

include("common-protocol")
include("queue-server")
include("scheduler")
include("backend")
include("ring")
include("client")
include("lab")
include("deploy:standalone")
