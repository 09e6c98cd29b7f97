// measure COMMAND…: runs a command with its output thrown away; prints wall and CPU seconds, peak memory in KB, exit code.
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **arguments) {
  if (count < 2) return 2;
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  clock_gettime(CLOCK_MONOTONIC, &end);
  long memory = usage.ru_maxrss;
#ifdef __APPLE__
  memory /= 1024;
#endif
  printf("%.3f %.3f %ld %d\n", end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9,
         seconds(usage.ru_utime) + seconds(usage.ru_stime), memory, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}
